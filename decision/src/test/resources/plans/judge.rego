# What RegoJudgeTest asks: a library as small as can be, and authors each of whom does one thing.
package judge

nothing := {"intercept": false, "credentials": [], "rate": null, "redact": []}

refusal(reason) := {
	"allow": false,
	"reason": reason,
	"rule": null,
	"mode": "enforce",
	"obligations": nothing,
	"denies": [],
}

opened := {"intercept": true}

library := refusal("guardrail_error") if {
	not is_set(object.get(data.sallyport.guardrails, "obligations", set()))
} else := refusal("guardrail") if {
	some _ in data.sallyport.guardrails.deny
} else := refusal("guardrail") if {
	some _ in data.sallyport.sandbox.deny
} else := refusal("unknown_obligation") if {
	some obligation in data.sallyport.guardrails.obligations
	obligation != opened
} else := {
	"allow": true,
	"reason": "granted",
	"rule": data.sallyport.index.rule,
	"mode": "enforce",
	"obligations": object.union(nothing, {"intercept": opened in object.get(
		data.sallyport.guardrails,
		"obligations",
		set(),
	)}),
	"denies": [],
}

undefined_library := 1 if input.net.host == "nowhere.invalid"

failing_library := to_number(input.net.host)

one_host contains {"rule": "closed", "message": "closed"} if input.net.host == "closed.test"

by_method contains {"rule": "no-post", "message": "read only"} if input.net.method == "POST"

by_query contains {"rule": "no-key", "message": "no keys"} if input.net.query.key

by_whole contains {"rule": "whole", "message": "whole"} if input.net == {"host": "closed.test"}

failing contains {"rule": "n", "message": "n"} if to_number(input.net.host) > 1

endless contains {"rule": "n", "message": "n"} if count(numbers.range(1, 1000000000)) > 0

by_the_clock contains {"rule": "late", "message": "late"} if time.now_ns() < 0

by_list contains {"rule": "listed", "message": "listed"} if input.net.host in data.lists.closed

odd_obligation contains {"launch": "rockets"} if input.net.host

no_set := {"intercept": true}

query_of_one_host contains {"rule": "no-key", "message": "no keys"} if {
	input.net.host == "api.test"
	input.net.query.key
}

query_under_with contains denied if some denied in by_query with input.net.method as "PUT"

query_compared contains {"rule": "no-key", "message": "no keys"} if input.net.query == {"key": ["1"]}

query_by_walk contains {"rule": "no-key", "message": "no keys"} if {
	walk(input, [path, "1"])
	"key" in path
}

query_by_text contains {"rule": "no-key", "message": "no keys"} if contains(json.marshal(input), `"key":["1"]`)

query_by_scan contains {"rule": "no-key", "message": "no keys"} if {
	some part in input.net
	part.key
}

query_passed_on contains {"rule": "no-key", "message": "no keys"} if has_key(input.net)

has_key(net) if object.get(net, ["query", "key"], []) == ["1"]
