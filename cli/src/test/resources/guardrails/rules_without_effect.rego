package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host in closed
}

closed := {"a.example"}

open := {"b.example"}

is_open(host) if host in open
