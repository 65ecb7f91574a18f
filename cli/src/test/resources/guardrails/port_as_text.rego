package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.port == "443"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.port != "443"
}

deny contains {"rule": "c", "message": "closed"} if {
	input.net.port == 70000
}
