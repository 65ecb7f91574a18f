package sallyport.guardrails_test

import data.sallyport.guardrails

aws := concat("", ["AKIA", "ABCDEFGHIJKLMNOP"])

test_shapes_of_tokens_are_refused[name] if {
	some name, text in {
		"aws": aws,
		"github": concat("", ["ghp_", "abcdefghijklmnopqrstuvwxyz0123456789"]),
		"half of one": concat("", ["ghp_", "abcdefghijkl"]),
		"gitlab": concat("", ["glpat-", "abcdefghijklmnopqrst"]),
		"slack": concat("", ["xoxb-", "1234567890-abc"]),
		"stripe": concat("", ["sk_live_", "0123456789abcdef"]),
		"a model's": concat("", ["sk-proj-", "0123456789abcdefghij"]),
		"jwt": "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
		"pem": "-----BEGIN EC PRIVATE KEY-----",
		"database": "postgres://app:hunter22@db.example.com/x",
		"password": "db_password: correct1horse2battery",
		"key": "{'api-key': 'abcdef1234567890'}",
		"url": "/reset?token=abcdef1234567890",
	}
	leak_refused({"body": {"text": concat(" ", ["look:", text, "thanks"])}})
}

test_other_texts_pass[text] if {
	some text in [
		"AKIA is how keys begin", "a task-based approach to risk-management-of-everything", "postgres://db.example.com/x",
		"password: see the vault", "the token has expired", "api_key = settings.api_key_of_team",
		"next_page_token: abcdef123456789",
		"550e8400-e29b-41d4-a716-446655440000", "commit 8f6c2e4a91b7d053c2ab4f7e1a9d33c8b710e492",
	]
	not leak_refused({"body": {"text": text}, "query": {"q": [text]}})
}

test_encodings_are_undone_twice[name] if {
	some name, text in {
		"base64": base64.encode(aws),
		"base64 twice": base64.encode(base64.encode(aws)),
		"base64 of hex": base64.encode(hex.encode(aws)),
		"url-safe": base64url.encode_no_pad(aws),
		"hex": hex.encode(concat("", ["\t\n", aws])),
		"hex by bytes": concat("-", regex.find_n(`..`, hex.encode(aws), -1)),
		"triplets": concat("", ["%25", concat("%25", regex.find_n(`..`, hex.encode(aws), -1))]),
		"html": concat("", ["&#65;&#75;&#73;&#65;", concat("", [unit | some _ in numbers.range(1, 16); unit := "&#066;"])]),
		"zero width": concat("\u200b", split(aws, "")),
	}
	leak_refused({"body": {"text": concat(" ", ["look", text, "!"])}})
}

test_every_part_is_searched[name] if {
	some name, part in {
		"path": {"segments": ["a", aws]},
		"query": {"query": {"a": ["b", aws]}},
		"name of a parameter": {"query": {aws: [""]}},
		"header": {"headers": {"x-trace": [aws]}},
		"message": {"websocket": {"direction": "send", "type": "text", "text": aws}},
		"json": {"content_type": "application/json", "body": {"text": "{}", "json": {"a": [{"b": aws}]}}},
		"name in json": {"content_type": "application/x+json", "body": {"text": "{}", "json": {aws: 1}}},
		"form": {"content_type": "application/x-www-form-urlencoded", "body": {"text": "", "form": {"a": [aws]}}},
	}
	leak_refused(part)
}

test_pieces_side_by_side_are_joined if {
	pieces := regex.find_n(`.{5}`, aws, -1)
	text := sprintf(`{"z": "%s", "a" : "%s","m":"%s", "b": "%s"}`, pieces)
	leak_refused({"content_type": "application/json", "body": {"text": text, "json": json.unmarshal(text)}})
}

test_what_is_received_passes if {
	not leak_refused({"websocket": {"direction": "receive", "type": "text", "text": aws}})
}

test_binary_messages_are_not_sent if leak_refused({"websocket": {"direction": "send", "type": "binary"}})

test_credentials_go_where_one_logs_in if {
	leak_refused({"headers": {"authorization": []}})
	not leak_refused({"host": "api.example.com", "suffixes": ["api.example.com"], "headers": {"authorization": []}})
}

test_the_gateway_is_logged_into if not leak_refused({"headers": {"proxy-authorization": []}})

test_secrets_go_to_their_store if {
	not leak_refused({"host": "vault.example.com", "suffixes": ["vault.example.com"], "body": {"text": aws}})
}

test_without_lists_more_is_refused if {
	leak_refused({"suffixes": ["vault.example.com"], "body": {"text": aws}}) with data.lists as {}
}

leak_refused(more) if {
	some deny in guardrails.deny with input as {"net": object.union(
		{
			"host": "www.example.com", "suffixes": ["www.example.com"],
			"segments": [], "query": {}, "headers": {}, "content_type": "text/plain",
		},
		more,
	)}
	deny.rule == "leak"
}
