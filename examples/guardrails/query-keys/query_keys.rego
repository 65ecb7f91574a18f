# No keys and tokens in query strings, which servers and proxies write to their logs.
package sallyport.guardrails

# Reads the query of every request, so every tunnel is opened, and a query that cannot be read is refused.
deny contains {"rule": "query-key", "message": "no keys in the query: send them in a header"} if {
	some name, _ in input.net.query
	names_a_key(name)
}

deny contains {"rule": "query-key", "message": "this query holds what looks like a token"} if {
	some name, values in input.net.query
	some text in array.concat([name], values)
	regex.match(token, text)
}

deny contains {"rule": "query-key", "message": "the list key_names is missing"} if not has_key_names

has_key_names if is_array(data.lists.key_names)

# api_key, API-KEY, apiKey and user[api_key] are one name.
names_a_key(name) if {
	some part in regex.split(`[\[\].]+`, lower(name))
	regex.replace(part, `[^a-z0-9]+`, "") in data.lists.key_names
}

# AWS, GitHub, GitLab, Slack, Stripe and the like, Google, JSON Web Tokens, PEM.
token := concat("|", [
	`\b(AKIA|ASIA)[0-9A-Z]{16}\b`,
	`\bgh[pousr]_[0-9A-Za-z]{36}`,
	`\bgithub_pat_[0-9A-Za-z_]{40}`,
	`\bglpat-[0-9A-Za-z_-]{20}`,
	`\bxox[abeprs]-[0-9A-Za-z-]{10}`,
	`\b[rs]k[-_][0-9A-Za-z_-]{20}`,
	`\bAIza[0-9A-Za-z_-]{35}`,
	`\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.`,
	`-----BEGIN `,
])
