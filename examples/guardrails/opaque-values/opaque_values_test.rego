package sallyport.guardrails_test

import data.sallyport.guardrails

random_text := "q7Xn2Lw9Rt4Kz8Vb1Mc6Hf3Pd5Sg0JyA"

random_hex := concat("", ["b6f8c2d91a0e4c7f83d25b09", "e4a6c1f8d3b72e0a59c4f6d1"])

test_random_texts_are_refused[name] if {
	some name, part in {
		"path": {"segments": ["a", random_text]},
		"query": {"query": {"a": [random_text]}},
		"hex in a query": {"query": {"a": [random_hex]}},
		"encoded text in a path": {"segments": [base64url.encode_no_pad("agent 07: the door is open")]},
		"json": {"content_type": "application/json", "body": {"text": "", "json": {"a": [random_text]}}},
		"hex in json": {"content_type": "application/json", "body": {"text": "", "json": {"a": random_hex}}},
		"body": {"body": {"text": random_text}},
		"message": {"websocket": {"direction": "send", "text": sprintf(`{"a": "%s"}`, [random_text])}},
		"message of text": {"websocket": {"direction": "send", "text": random_text}},
	}
	opaque_refused(part)
}

test_others_pass[text] if {
	some text in [
		"550e8400-e29b-41d4-a716-446655440000", "aVeryLongNameOfSomeKindInCamelCase2", "some-words-with-hyphens-and-2-digits",
		"8f6c2e4a91b7d053c2ab4f7e1a9d33c8b710e492", "example-lib-2.3.1.tar.gz",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB",
	]
	not opaque_refused({
		"segments": [text],
		"query": {"a": [text]},
		"content_type": "application/json",
		"body": {"text": text, "json": {"a": text}},
	})
}

test_hashes_have_names_that_say_so[name] if {
	some name in ["sha256", "contentHash", "payload_digest", "ETag"]
	not opaque_refused({"query": {name: [random_hex]}})
}

test_hosts_that_take_them_are_free if {
	files := {"suffixes": ["files.example.com"], "body": {"text": random_text}}
	not opaque_refused(files)
	opaque_refused(files) with data.lists as {}
}

opaque_refused(more) if {
	some deny in guardrails.deny with input as {"net": object.union(
		{"suffixes": [], "segments": [], "query": {}, "content_type": "text/plain"},
		more,
	)}
	deny.rule == "opaque-value"
}
