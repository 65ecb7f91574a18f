package sallyport.guardrails

deny contains {"rule": "a", "message": "closed", "mode": "watch"} if input.net.host == "a.example"

deny contains {"rule": "b", "message": "closed", "mode": true} if input.net.host == "b.example"

deny contains {"rule": "c", "message": "closed", "mode": "report"} if input.net.host == "c.example"
