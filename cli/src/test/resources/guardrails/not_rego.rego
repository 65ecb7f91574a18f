package sallyport.guardrails

deny  {"rule": "a", "message": "closed"} {
	input.net.host == "a.example"
}
