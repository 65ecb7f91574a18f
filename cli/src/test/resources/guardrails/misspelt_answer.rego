package sallyport.guardrails

dney contains {"rule": "a", "message": "closed"} if input.net.host == "a.example"

obligation contains {"intercept": true} if input.net.host == "a.example"
