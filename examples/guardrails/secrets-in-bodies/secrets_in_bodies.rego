# Nothing that looks like a credential leaves in a body to hosts of a list: as text, in JSON, in a form, or in Base64.
package sallyport.guardrails

# A body that cannot be read as its type says is "unreadable", and the request is refused.
deny contains {"rule": "secret-in-body", "message": "the body holds what looks like a credential"} if {
	input.net.host in data.lists.watched_hosts
	some text in body_texts
	some pattern in data.lists.secret_patterns
	regex.match(pattern, text)
}

body_texts contains input.net.body.text

body_texts contains text if some text in said_in_body

body_texts contains base64.decode(text) if {
	some text in said_in_body
	base64.is_valid(text)
}

# Escapes and triplets are undone here.
said_in_body contains text if {
	input.net.content_type == "application/json"
	walk(input.net.body.json, [_, text])
	is_string(text)
}

said_in_body contains text if {
	input.net.content_type == "application/x-www-form-urlencoded"
	some texts in input.net.body.form
	some text in texts
}
