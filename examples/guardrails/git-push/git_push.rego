# A push by git goes to our own organisation and nowhere else, on whatever host.
package sallyport.guardrails

# Reads the path of every request, so every tunnel is opened.
deny contains {"rule": "git-push", "message": "git pushes to our own organisation only"} if {
	segments := input.net.segments
	pushes(segments)
	not own_repository(segments)
}

# A push asks for /ORG/REPO.git/info/refs?service=git-receive-pack, then sends the pack to .../git-receive-pack.
pushes(segments) if {
	some segment in segments
	lower(segment) == "git-receive-pack"
}

# The query is read at .../info/refs alone, so verdicts elsewhere are remembered for all queries.
pushes(segments) if {
	some segment in segments
	lower(segment) == "refs"
	some values in input.net.query
	some service in values
	contains(lower(service), "receive-pack")
}

# Without the list, no repository is our own.
own_repository(segments) if {
	input.net.scheme == "https"
	input.net.host == data.lists.git_push.host
	input.net.port == 443
	segments[0] == data.lists.git_push.organisation
	array.slice(segments, 2, count(segments)) in [["git-receive-pack"], ["info", "refs"]]
}
