package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.kind == "http"
	input.net.host == "a.example"
	input.net.path == "/admin"
}
