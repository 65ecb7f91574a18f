package sallyport.guardrails

deny contains {"rule": "a", "message": "closed"} if closed

closed if closed
