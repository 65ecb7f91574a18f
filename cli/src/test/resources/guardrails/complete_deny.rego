package sallyport.guardrails

deny := true if input.net.host == "a.example"
