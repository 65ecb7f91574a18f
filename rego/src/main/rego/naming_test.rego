package sallyport.naming_test

import data.sallyport.decision

index := {"sides": {}, "lease": {
	"names": {
		"tool.call": {
			"exact": {"web.search": 0, "fetch": 1},
			"matching": [{"matching": `^mcp:github/[^./]+$`, "number": 2}, {"matching": `^web\.[^./]+$`, "number": 3}],
		},
		"fs.read": {"matching": [{"matching": `^/ws(?:/.*)?$`, "number": 4}]},
		"fs.write": {},
		"model.use": {"all": 5, "exact": {"gpt-4o": 6}},
		"x-vendor.acme.query": {"exact": {"sales": 7}},
		"net.fetch": {"all": 8},
	},
	"rules": ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"],
	"modes": [mode | some _ in numbers.range(0, 8); mode := "enforce"],
}}

asked(kind, capability, target) := {
	"version": 1,
	"kind": kind,
	"action": {"capability": capability, "target": target},
}

rule(kind, capability, target) := answer if {
	answer := decision.rule with input as asked(kind, capability, target) with data.sallyport.index as index
}

test_names_are_granted_by_the_first_grant if {
	rule("tool", "tool.call", "web.search") == "r0"
	rule("tool", "tool.call", "web.other") == "r3"
	rule("tool", "tool.call", "mcp:github/x") == "r2"
	rule("model", "model.use", "gpt-4o") == "r5"
	rule("vendor", "x-vendor.acme.query", "sales") == "r7"
	rule("file", "fs.read", "/ws/a") == "r4"
}

test_what_no_grant_covers_is_refused if {
	every action in [
		["tool", "tool.call", "Web.search"],
		["tool", "tool.call", "web.search.more"],
		["tool", "tool.call", "exact"],
		["file", "fs.read", "/wsx"],
		["file", "fs.write", "/ws/a"],
		["delegate", "agent.delegate", "a"],
		["vendor", "x-vendor.acme.other", "sales"],
	] {
		answer := decision with input as asked(action[0], action[1], action[2])
			with data.sallyport.index as index
		answer.allow == false
		answer.reason == "no_grant"
	}
}

test_a_grant_answers_no_other_kind_of_question if {
	every action in [
		["file", "tool.call", "web.search"],
		["tool", "model.use", "gpt-4o"],
		["vendor", "model.use", "gpt-4o"],
		["http", "tool.call", "web.search"],
		["connect", "model.use", "x"],
		["fetch", "net.fetch", "x"],
		["tool", "net.fetch", "x"],
		["", "tool.call", "web.search"],
	] {
		answer := decision with input as asked(action[0], action[1], action[2])
			with data.sallyport.index as index
		answer.allow == false
	}
}

test_without_a_lease_nothing_is_granted if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as {"sides": {"http": ["policy"]}, "policy": index.lease}
	answer.reason == "no_grant"
}

test_guardrails_deny_an_action if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as index
		with data.sallyport.guardrails as {"deny": {{"rule": "no-web", "message": "closed"}}}
	answer.reason == "guardrail"
	answer.rule == "guardrails:no-web"
}

test_an_obligation_that_nobody_knows_refuses_an_action if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as index
		with data.sallyport.sandbox as {"obligations": {{"launch": 1}}}
	answer.reason == "unknown_obligation"
}

test_obligations_of_an_action_are_attached if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as index
		with data.sallyport.sandbox as {"obligations": {{"redact": ["Secret"]}}}
	answer.allow
	answer.obligations.redact == ["secret"]
}

test_an_action_of_an_unbounded_kind_is_granted if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as {"sides": {"http": ["policy"]}, "unbounded": {"tool": true}}
	answer.allow
	answer.rule == null
}

test_an_unbounded_kind_is_denied_by_rules_all_the_same if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as {"sides": {}, "unbounded": {"tool": true}}
		with data.sallyport.sandbox as {"deny": {{"rule": "no-web", "message": "closed"}}}
	answer.reason == "guardrail"
}

test_only_the_kind_that_is_unbounded_is_granted if {
	answer := decision with input as asked("tool", "tool.call", "web.search")
		with data.sallyport.index as {"sides": {}, "unbounded": {"fetch": true}}
	answer.reason == "no_grant"
}
