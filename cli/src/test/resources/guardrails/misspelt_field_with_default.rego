package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	object.get(input.net, "hots", "") == "a.example"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "a.example"
	object.get(input, ["net", "headers", "User-Agent"], []) != []
}
