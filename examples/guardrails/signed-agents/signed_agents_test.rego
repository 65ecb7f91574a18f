package sallyport.guardrails_test

import data.sallyport.guardrails

production_lists := {"production": {"hosts": ["prod.example.com"], "issuers": ["ci"]}}

to_production := {"host": "db.prod.example.com", "suffixes": ["db.prod.example.com", "prod.example.com", "example.com"]}

to_others := {"host": "www.example.com", "suffixes": ["www.example.com", "example.com", "com"]}

test_a_signed_agent_reaches_production if {
	not unsigned_refused(to_production, {"kind": "token", "issuer": "ci", "claims": {}}) with data.lists as production_lists
}

test_others_do_not[name] if {
	some name, identity in {
		"no token": {"kind": "token"},
		"another issuer": {"kind": "token", "issuer": "staging", "claims": {}},
		"a claim that says so": {"kind": "token", "claims": {"issuer": "ci", "iss": "ci"}},
	}
	unsigned_refused(to_production, identity) with data.lists as production_lists
}

test_other_hosts_are_open if {
	not unsigned_refused(to_others, {"kind": "port"}) with data.lists as production_lists
}

test_without_the_list_nothing_is_open if {
	unsigned_refused(to_others, {"kind": "token", "issuer": "ci", "claims": {}}) with data.lists as {}
}

test_its_tunnels_are_opened if {
	{"intercept": true} in guardrails.obligations with input as {"net": to_production} with data.lists as production_lists
}

unsigned_refused(net, identity) if {
	some deny in guardrails.deny with input as {"net": net, "identity": identity}
	deny.rule == "signed-agents"
}
