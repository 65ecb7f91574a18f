package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	not host == "a.example"
}
