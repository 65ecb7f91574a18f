package sallyport.guardrails

deny contains "closed" if input.net.host == "a.example"

deny contains message if {
	input.net.host == "b.example"
	message := sprintf("%v is closed", [input.net.host])
}

deny contains {"rule": "c", "msg": "closed"} if input.net.host == "c.example"
