package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.query.page == "1"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.headers.accept == "text/html"
}

deny contains {"rule": "c", "message": "closed"} if {
	"a" in input.net.host
}
