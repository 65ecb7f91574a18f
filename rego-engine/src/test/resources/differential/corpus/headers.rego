# Headers, each a list of values, and keys in queries.
package corpus.headers

header(name) := values if values := input.net.headers[lower(name)]

default header(_) := []

first(name) := header(name)[0]

deny contains {"rule": "agent", "message": agent} if {
	agent := first("User-Agent")
	startswith(agent, "curl/")
}

deny contains {"rule": "no-agent", "message": "say who you are"} if count(header("user-agent")) == 0

deny contains {"rule": "key", "message": key} if {
	some key, values in input.net.query
	contains(lower(key), "key")
	some value in values
	count(value) > 3
}

deny contains {"rule": "type", "message": type} if {
	type := split(first("content-type"), ";")[0]
	not type in {"application/json", "text/plain"}
}

obligations contains {"redact": names} if {
	names := sort([name | some name, _ in input.net.headers; name in {"authorization", "cookie", "x-api-key"}])
	count(names) > 0
}

sizes := {name: sum([count(value) | some value in values]) | some name, values in input.net.headers}
