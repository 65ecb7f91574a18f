package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	host := input.net.host
	port := input.net.port
	host == "a.example"
	some i, suffix in input.net.suffixes
	suffix == "example"
}
