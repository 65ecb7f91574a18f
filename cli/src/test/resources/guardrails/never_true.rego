package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.method == "GET"
	input.net.method == "POST"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.host != "a.example"
}

deny contains {"rule": "c", "message": "closed"} if {
	input.kind == "tool"
	input.net.host == "a.example"
}

deny contains {"rule": "d", "message": "closed"} if {
	input.kind == "connect"
	input.net.host == "a.example"
	input.net.path == "/a"
}
