package sallyport.guardrails_test

import data.sallyport.guardrails

test_names_of_keys_are_refused[name] if {
	some name in ["key", "api_key", "API-KEY", "apiKey", "access_token", "user[api_key]", "token[]", "auth.x", "a pi key"]
	key_refused({name: ["1"]})
}

test_a_name_without_a_value_is_refused if key_refused({"api_key": [""]})

test_one_name_among_many_is_enough if key_refused({"page": ["1"], "token": ["x", "y"]})

test_other_names_pass[name] if {
	some name in ["page", "monkey", "keyboard", "tokens_per_page", "q"]
	not key_refused({name: ["1"]})
}

test_what_looks_like_a_token_is_refused[name] if {
	some name, text in {
		"aws": concat("", ["AKIA", "ABCDEFGHIJKLMNOP"]),
		"github": concat("", ["ghp_", "abcdefghijklmnopqrstuvwxyz0123456789"]),
		"gitlab": concat("", ["glpat-", "abcdefghijklmnopqrst"]),
		"slack": concat("", ["xoxb-", "1234567890-abc"]),
		"google": concat("", ["AIza", "abcdefghijklmnopqrstuvwxyz012345678"]),
		"jwt": "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
		"pem": "-----BEGIN PRIVATE KEY-----",
	}
	key_refused({"q": ["x", concat(" ", ["before", text, "after"])]})
	key_refused({text: [""]})
}

test_ordinary_values_pass[text] if {
	some text in ["AKIA", "a task-based approach", "0123456789abcdef", "eyJ"]
	not key_refused({"q": [text]})
}

test_requests_without_a_query_pass if not key_refused({})

test_without_the_list_of_names_everything_is_closed if key_refused({}) with data.lists as {}

key_refused(query) if {
	some deny in guardrails.deny with input as {"net": {"host": "www.example.com", "query": query}}
	deny.rule == "query-key"
}
