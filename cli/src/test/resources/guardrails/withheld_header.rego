package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host == "a.example"
	startswith(input.net.headers.authorization[0], "Basic ")
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host == "a.example"
	some cookie in input.net.headers.cookie
	contains(cookie, "session")
}

deny contains {"rule": "c", "message": "closed"} if {
	input.net.host == "a.example"
	key := input.net.headers["x-api-key"]
	count(key) > 0
}

# presence is seen
deny contains {"rule": "d", "message": "closed"} if {
	input.net.host == "a.example"
	input.net.headers.authorization
}

deny contains {"rule": "e", "message": "closed"} if {
	input.net.host == "a.example"
	"authorization" in object.keys(input.net.headers)
	not input.net.headers.cookie
}
