package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.headers["User-Agent"][_] == "curl"
}
