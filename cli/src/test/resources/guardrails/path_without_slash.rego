package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	startswith(input.net.path, "admin")
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.path == "/a?b=c"
}

deny contains {"rule": "c", "message": "closed"} if {
	input.net.host == "a.example"
	"a/b" in input.net.segments
}
