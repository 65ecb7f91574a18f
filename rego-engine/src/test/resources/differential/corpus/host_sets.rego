# Hosts in sets of the rule, of the lists, and of both.
package corpus.host_sets

pastes := {"paste.example.com", "gist.github.com", "bin.example.net"}

closed contains host if some host in data.lists.closed

closed contains host if some host in pastes

deny contains {"rule": "closed-host", "message": sprintf("%s is closed", [input.net.host])} if input.net.host in closed

deny contains {"rule": "not-a-mirror", "message": "mirrors only"} if {
	input.sandbox.labels.team == "build"
	not input.net.host in data.lists.mirrors
}

left := closed - {host | some host in data.lists.mirrors}

both := pastes & closed

either := pastes | {input.net.host}
