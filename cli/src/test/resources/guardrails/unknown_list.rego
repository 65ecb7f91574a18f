package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
	input.net.host in data.lists.blokced
}

deny contains {"rule": "b", "message": "closed"} if {
	input.net.host in data.lists.partners
}
