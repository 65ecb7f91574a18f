package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.content_length > 1000000
}
