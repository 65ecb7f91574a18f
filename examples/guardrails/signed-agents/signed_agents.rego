# Production is for sandboxes whose runner showed a token that one of the issuers of the list signed.
package sallyport.guardrails

deny contains {"rule": "signed-agents", "message": "production is for agents with a signed identity"} if {
	production
	not signed
}

# A tunnel is asked again at each request inside it, also after the token's end.
obligations contains {"intercept": true} if production

production if {
	some host in data.lists.production.hosts
	host in input.net.suffixes
}

# Without the list every host is production, and nobody is signed.
production if not has_production

has_production if is_array(data.lists.production.hosts)

# The gateway has verified the token; after its end there is no issuer.
signed if input.identity.issuer in data.lists.production.issuers
