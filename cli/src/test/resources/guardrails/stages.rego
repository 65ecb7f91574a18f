package sallyport.guardrails

allow := true

deny contains {"rule": "a", "message": "closed"} if {
	input.net.hots == "a.example"
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.method == "post"
	input.net.host in data.lists.blokced
}

deny contains {"rule": "c", "message": "closed"} if {
	http.send({"url": "https://a.example"})
	data.sallyport.index
}
