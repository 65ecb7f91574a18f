package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.path[0] == "admin"
}
