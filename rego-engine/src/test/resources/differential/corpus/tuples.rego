# Sets of tuples, taken apart in patterns.
package corpus.tuples

grants := {
	["api.example.com", "GET", 443],
	["api.example.com", "POST", 443],
	["a.example.com", "GET", 8443],
	["gist.github.com", "PUT", 443],
}

granted if ["api.example.com", input.net.method, input.net.port] in grants

methods contains method if {
	some [host, method, _] in grants
	host == input.net.host
}

hosts contains host if grants[[host, input.net.method, input.net.port]]

deny contains {"rule": "port", "message": sprintf("%v", [port])} if {
	some [host, _, port] in grants
	host == input.net.host
	port != input.net.port
}

listed contains [team, host] if {
	some entry in data.lists.owners
	some host in entry.hosts
	team := entry.team
}

mine contains host if listed[[input.sandbox.labels.team, host]]

sorted := sort(grants)

first := sorted[0]
