package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.kind == "https"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.kind in {"tool", "modle"}
}

deny contains {"rule": "c", "message": "closed"} if {
	input.phase == "planing"
	input.net.scheme == "ssh"
}
