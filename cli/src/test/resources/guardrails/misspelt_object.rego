package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.nett.host == "a.example"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.sandbox.label.team == "docs"
}
