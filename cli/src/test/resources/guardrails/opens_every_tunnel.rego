package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	startswith(input.net.path, "/admin")
}

deny contains {"rule": "b", "message": "closed"} if {
	is_write
}

deny contains {"rule": "c", "message": "closed"} if {
	input.net.host == "a.example"
	is_write
}

is_write if input.net.method in {"POST", "PUT"}

# in report mode it opens none
deny contains {"rule": "d", "message": "closed", "mode": "report"} if {
	startswith(input.net.path, "/admin")
}
