package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "*.a.example"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "A.example"
}

deny contains {"rule": "c", "message": "closed"} if {
	input.net.host == "a.example:443"
}

deny contains {"rule": "d", "message": "closed"} if {
	endswith(input.net.host, ".A.example")
}

deny contains {"rule": "e", "message": "closed"} if {
	".a.example" in input.net.suffixes
}
