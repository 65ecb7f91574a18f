package sallyport.guardrails_test

import data.sallyport.guardrails

api_lists := {"limited_apis": ["api.example.com"]}

test_calls_of_a_listed_host_are_counted if {
	counted({"host": "api.example.com"}) with data.lists as api_lists
	counted({"host": "api.example.com", "method": "GET", "path": "/v1/items"}) with data.lists as api_lists
}

test_those_of_others_are_not if not counted({"host": "www.example.com"}) with data.lists as api_lists

test_without_the_list_every_call_is if counted({"host": "www.example.com"}) with data.lists as {}

test_a_batch_is_refused if {
	batch_refused({"host": "api.example.com", "path": "/batch/v1"}) with data.lists as api_lists
}

test_a_batch_elsewhere_is_not if {
	not batch_refused({"host": "www.example.com", "path": "/batch"}) with data.lists as api_lists
}

counted(net) if {
	{"intercept": true, "rate": "api-calls"} in guardrails.obligations with input as {"net": net}
}

batch_refused(net) if {
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "api-batch"
}
