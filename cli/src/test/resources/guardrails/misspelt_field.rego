package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.hots == "a.example"
}
