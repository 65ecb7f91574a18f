# Nothing random-looking leaves in URLs, JSON and messages: what was encrypted first is seen by this alone.
package sallyport.guardrails

deny contains {"rule": "opaque-value", "message": "the URL holds a random-looking text"} if {
	not may_take_opaque
	some text in values_of_url
	some run in regex.find_n(`[0-9A-Za-z+/_-]{24,}`, text, -1)
	looks_random(run)
}

# In a URL, a whole value of Base64 with something printable in it is as suspicious.
deny contains {"rule": "opaque-value", "message": "the URL holds an encoded text"} if {
	not may_take_opaque
	some text in values_of_url
	regex.match(`^[0-9A-Za-z_-]{16,}={0,2}$`, text)
	plain := trim_right(text, "=")
	count(plain) % 4 != 1
	regex.match(`^[ -~]+$`, base64url.decode(plain))
}

deny contains {"rule": "opaque-value", "message": "the query holds a random-looking text"} if {
	not may_take_opaque
	is_opaque_document(input.net.query)
}

deny contains {"rule": "opaque-value", "message": "the JSON holds a random-looking text"} if {
	not may_take_opaque
	regex.match(`^application/(?:[a-z.-]+\+)?json$`, input.net.content_type)
	is_opaque_document(input.net.body.json)
}

deny contains {"rule": "opaque-value", "message": "the body is a random-looking text"} if {
	not may_take_opaque
	is_opaque_text(input.net.body.text)
}

deny contains {"rule": "opaque-value", "message": "the message holds a random-looking text"} if {
	not may_take_opaque
	input.net.websocket.direction == "send"
	said := message_value(input.net.websocket.text)
	is_opaque_document(said)
}

may_take_opaque if {
	some name in input.net.suffixes
	name in data.lists.opaque_hosts
}

values_of_url contains segment if some segment in input.net.segments

values_of_url contains value if {
	some values in input.net.query
	some value in values
}

message_value(text) := json.unmarshal(text) if json.is_valid(text)

message_value(text) := text if not json.is_valid(text)

# Hashes have names that say so.
is_opaque_document(said) if {
	walk(said, [path, value])
	is_opaque_text(value)
	not regex.match(`(?i)hash|sha\d|digest|etag|checksum|commit|integrity|signature`, concat(".", [name |
		some name in path
		is_string(name)
	]))
}

is_opaque_text(text) if {
	is_string(text)
	regex.match(`^[0-9A-Za-z+/_-]{32,}={0,2}$`, text)
	looks_random(text)
}

is_opaque_text(text) if {
	is_string(text)
	regex.match(`^(?:[0-9a-f]{48,}|[0-9A-F]{48,})$`, text)
}

# Letters of both cases and several digits, where two of five characters are of another kind than the one before.
looks_random(run) if {
	regex.match(`[a-z]`, run)
	regex.match(`[A-Z]`, run)
	count(regex.find_n(`[0-9]+`, run, -1)) > 2
	count(regex.find_n(`[a-z]+|[A-Z]+|[0-9]+`, run, -1)) * 5 >= count(run) * 2
}
