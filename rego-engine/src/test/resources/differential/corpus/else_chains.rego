# One answer of several, the first that holds.
package corpus.else_chains

tier := "closed" if {
	input.net.host in data.lists.closed
} else := "own" if {
	endswith(input.net.host, ".example.com")
} else := sprintf("team %s", [input.sandbox.labels.team]) if {
	input.phase == "execution"
} else := "unknown"

rate(port) := 10 if {
	port < 1024
	input.net.scheme == "https"
} else := 5 if {
	port < 10000
} else := null

default verdict := "none"

verdict := "deny" if {
	tier == "closed"
} else := "ask" if {
	input.net.method in ["PUT", "DELETE"]
	tier != "own"
}

obligations contains {"rate": r} if {
	r := rate(input.net.port)
	r != null
}

sure := false if {
	verdict == "none"
} else if input.kind == "http"
