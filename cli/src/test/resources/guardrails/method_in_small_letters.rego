package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.method == "post"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.method in {"PUT", "delete"}
}

deny contains {"rule": "c", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.method != "get"
}
