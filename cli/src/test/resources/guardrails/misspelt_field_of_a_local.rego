package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	n := input.net
	n.hots == "a.example"
}
