package sallyport.guardrails_test

import data.sallyport.guardrails

key := concat("", ["AKIA", "IOSFODNN7EXAMPLE"])

test_text_is_searched if secret_refused({"body": {"text": sprintf("my key is %s.", [key])}})

test_other_text_passes if not secret_refused({"body": {"text": "my key is a secret"}})

test_json_is_searched_behind_its_escapes if {
	json_body := {"a": [{"b": key}]}
	secret_refused({"content_type": "application/json", "body": {"text": "{}", "json": json_body}})
}

test_base64_is_undone[text] if {
	some text in [key, "-----BEGIN RSA PRIVATE KEY-----\nMII"]
	json_body := {"payload": base64.encode(text)}
	secret_refused({"content_type": "application/json", "body": {"text": "{}", "json": json_body}})
}

test_forms_are_searched if {
	fields := {"a": ["b", key]}
	secret_refused({"content_type": "application/x-www-form-urlencoded", "body": {"text": "", "form": fields}})
}

test_a_request_without_a_body_passes if not secret_refused({})

test_other_hosts_are_free if {
	count(guardrails.deny) == 0 with input.net as {"host": "www.example.com", "body": {"text": key}}
}

secret_refused(more) if {
	some deny in guardrails.deny with input as {"net": object.union({"host": "api.example.com"}, more)}
	deny.rule == "secret-in-body"
}
