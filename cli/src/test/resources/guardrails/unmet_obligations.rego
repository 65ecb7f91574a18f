package sallyport.guardrails

obligations contains {"redcat": ["accept"]} if input.net.host == "a.example"

obligations contains {"redact": ["/user/password"]} if input.net.host == "b.example"

obligations contains {"redact": ["cookie", "Host"]} if input.net.host == "c.example"

obligations contains {"intercept": false} if input.net.host == "d.example"
