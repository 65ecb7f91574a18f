package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if {
			input.net.host == "a.example"; "é漢😀" != "x"; input.net.hots == "a"
}
