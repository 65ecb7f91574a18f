package sallyport.tightening_test

import data.sallyport.decision

index := {
	"sides": {"connect": ["lease"], "http": ["lease"]},
	"lease": {
		"hosts": {"one.test": [{
			"hosts": "self",
			"scheme": "https",
			"ports": {"443": {"first": 0, "tunnel": true, "whole": 0}},
		}]},
		"paths": [],
		"rules": ["lease:net.fetch[0]"],
		"modes": ["enforce"],
	},
}

asked(kind) := {"kind": kind, "net": {
	"scheme": "https",
	"host": "one.test",
	"port": 443,
	"suffixes": ["one.test", "test"],
	"method": "GET",
	"path": "/",
	"prefixes": ["/"],
	"query": {},
}}

under(guardrails, sandbox) := answer if {
	answer := decision with input as asked("connect")
		with data.sallyport.index as index
		with data.sallyport.guardrails as guardrails
		with data.sallyport.sandbox as sandbox
}

test_silent_authors_change_nothing if {
	under({}, {}).allow
	under({"deny": set(), "obligations": set()}, {"deny": set(), "obligations": set()}).allow
}

test_deny_of_the_guardrails if {
	under({"deny": {{"rule": "no-one", "message": "not this one"}}}, {}) == {
		"allow": false,
		"reason": "guardrail",
		"rule": "guardrails:no-one",
		"mode": "enforce",
		"obligations": {"intercept": false, "credentials": [], "rate": null, "redact": []},
		"denies": [{"rule": "guardrails:no-one", "message": "not this one"}],
	}
}

test_every_deny_is_named_and_guardrails_come_first if {
	rules := [d.rule |
		some d in under(
			{"deny": {{"rule": "b", "message": "m"}, {"rule": "a", "message": "m"}}},
			{"deny": {{"rule": "0", "message": "m"}}},
		).denies
	]
	rules == ["guardrails:a", "guardrails:b", "sandbox:0"]
}

test_deny_without_form_still_denies if {
	every deny in ["text", 1, null, false, {}, [], {"rule": "x"}, {"message": "x"}, {"rule": 1, "message": "x"}, {"rule": "x", "message": ["x"]}] {
		under({"deny": {deny}}, {}).rule == "guardrails:malformed"
		under({}, {"deny": {deny}}).rule == "sandbox:malformed"
	}
}

test_deny_in_report_mode_is_reported_and_changes_nothing_else if {
	answer := under({"deny": {{"rule": "a", "message": "m", "mode": "report"}}}, {"deny": {{"rule": "b", "message": "n", "mode": "report"}}})
	answer.reported == [{"rule": "guardrails:a", "message": "m"}, {"rule": "sandbox:b", "message": "n"}]
	object.remove(answer, ["reported"]) == under({}, {})
}

test_deny_in_report_mode_keeps_every_refusal if {
	answer := under({"deny": {{"rule": "a", "message": "m", "mode": "report"}, {"rule": "b", "message": "m", "mode": "enforce"}}}, {})
	answer.rule == "guardrails:b"
	answer.mode == "enforce"
	answer.denies == [{"rule": "guardrails:b", "message": "m"}]
	answer.reported == [{"rule": "guardrails:a", "message": "m"}]
}

test_report_mode_is_of_the_deny_that_says_so if {
	under({"deny": {{"rule": "a", "message": "m"}}}, {"deny": {{"rule": "a", "message": "m", "mode": "report"}}}).rule == "guardrails:a"
	every said in [{"mode": "report"}, {"a": {"mode": "report", "message": "m"}}] {
		under({"deny": {{"rule": "a", "message": "m"}}}, {}).rule == "guardrails:a"
			with data.sallyport.annotations as {"guardrails": said}
	}
}

test_deny_of_another_mode_refuses if {
	every mode in ["watch", "Report", "", null, true, 1, ["report"], {"report"}, {}] {
		under({"deny": {{"rule": "a", "message": "m", "mode": mode}}}, {}).reason == "guardrail_error"
		under({}, {"deny": {{"rule": "a", "message": "m", "mode": mode}}}).reason == "guardrail_error"
	}
}

test_deny_in_report_mode_without_form_is_reported if {
	under({"deny": {{"mode": "report"}}}, {}).reported[0].rule == "guardrails:malformed"
	under({"deny": {{"mode": "report"}}}, {}).allow
	every deny in ["report", ["mode", "report"], {"mode", "report"}] {
		under({"deny": {deny}}, {}).rule == "guardrails:malformed"
	}
}

test_no_mode_of_a_deny_is_no_report if {
	not under({"deny": {{"rule": "a", "message": "m"}}}, {}).reported
	not under({}, {}).reported
}

test_annotations_say_what_a_deny_does_not if {
	annotations := {"guardrails": {"a": {"message": "titled", "hint": "described"}}}
	silent := under({"deny": {{"rule": "a"}}}, {"deny": {{"rule": "a", "message": "mine", "hint": 1}}}).denies
		with data.sallyport.annotations as annotations
	silent == [
		{"rule": "guardrails:a", "message": "titled", "hint": "described"},
		{"rule": "sandbox:a", "message": "mine"},
	]
	speaking := under({"deny": {{"rule": "a", "message": "mine"}}}, {}).denies with data.sallyport.annotations as annotations
	speaking == [{"rule": "guardrails:a", "message": "mine", "hint": "described"}]
	under({"deny": {{"rule": "b"}}}, {}).rule == "guardrails:malformed" with data.sallyport.annotations as annotations
}

test_what_is_no_set_denies if {
	every value in [true, false, null, "x", {}, [], {"a": 1}] {
		under({"deny": value}, {}).reason == "guardrail_error"
		under({"obligations": value}, {}).reason == "guardrail_error"
		under({}, {"deny": value}).reason == "guardrail_error"
		under({}, {"obligations": value}).reason == "guardrail_error"
	}
}

test_an_allow_of_theirs_is_not_read if {
	not decision.allow with input as object.union(asked("connect"), {"net": {"port": 80}})
		with data.sallyport.index as index
		with data.sallyport.guardrails as {"allow": true, "obligations": {{"intercept": true}}}
}

test_obligations_are_passed_on if {
	found := under({"obligations": {{"intercept": true, "redact": ["Authorization", "cookie"]}}}, {"obligations": {{"redact": {"cookie", "x-key"}}}}).obligations
	found == {"intercept": true, "credentials": [], "rate": null, "redact": ["authorization", "cookie", "x-key"]}
}

test_request_is_not_intercepted_again if {
	not decision.obligations.intercept with input as asked("http")
		with data.sallyport.index as index
		with data.sallyport.guardrails as {"obligations": {{"intercept": true}}}
}

test_unknown_obligation_refuses if {
	every obligation in ["x", null, [], {"paint": "red"}, {"intercept": false}, {"intercept": "yes"}, {"redact": "cookie"}, {"redact": [1]}, {"rate": "none"}, {"rate": 1}, {"credentials": ["x"]}, {"mode": "report"}] {
		answer := under({"obligations": {obligation}}, {})
		answer.reason == "unknown_obligation"
		answer.rule == "guardrails:obligations"
		not answer.allow
		under({}, {"obligations": {obligation}}).rule == "sandbox:obligations"
	}
}

test_unknown_obligation_beside_a_known_one_refuses if {
	not under({"obligations": {{"intercept": true}, {"paint": "red"}}}, {}).allow
}

test_all_rates_apply if {
	rates := ["slow", "slower-too", "fast", "unused"]
	answer := decision with input as asked("connect")
		with data.sallyport.index as index
		with data.sallyport.rates as rates
		with data.sallyport.guardrails as {"obligations": {{"rate": "fast"}, {"rate": "slower-too"}}}
		with data.sallyport.sandbox as {"obligations": {{"rate": "slow"}}}
	answer.obligations.rate == "fast+slow+slower-too"
}

test_no_grant_is_told_before_an_unknown_obligation if {
	answer := decision with input as object.union(asked("connect"), {"net": {"port": 80}})
		with data.sallyport.index as index
		with data.sallyport.guardrails as {"obligations": {{"paint": "red"}}}
	answer.reason == "no_grant"
}

approved(guardrails, host) := answer if {
	answer := decision with input as object.union(asked("http"), {"net": object.union(
		asked("http").net,
		{"host": host, "suffixes": [host, "test"]},
	)})
		with data.sallyport.index as index
		with data.sallyport.guardrails as guardrails
		with data.sallyport.approved as true
}

asking := {"rule": "person", "message": "m", "ask": true}

test_a_deny_that_asks_says_so if {
	under({"deny": {asking}}, {}).denies == [{"rule": "guardrails:person", "message": "m", "ask": true}]
	not under({"deny": {object.union(asking, {"ask": "yes"})}}, {}).denies[0].ask
	not under({"deny": {object.remove(asking, ["message"])}}, {}).denies[0].ask
}

test_an_approval_lifts_what_asks_and_nothing_else if {
	approved({"deny": {asking}}, "one.test").allow
	not approved({"deny": {asking, {"rule": "plain", "message": "m"}}}, "one.test").allow
	not approved({"deny": {object.remove(asking, ["message"])}}, "one.test").allow
	not approved({"deny": {asking}}, "other.test").allow
	approved({"deny": {asking}, "obligations": {{"unheard": 1}}}, "one.test").reason == "unknown_obligation"
}

test_an_approval_keeps_what_the_guardrails_attach if {
	answer := approved({"deny": {asking}, "obligations": {{"redact": ["Cookie"]}}}, "one.test")
	answer.allow
	"cookie" in answer.obligations.redact
}
