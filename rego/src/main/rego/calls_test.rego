package sallyport.calls_test

import data.sallyport.decision

# One path for each kind of call; what is denied there.
index := {
	"sides": {"http": ["policy"]},
	"policy": {
		"audited": true,
		"hosts": {"api.test": [
			{"hosts": "self", "scheme": "https", "ports": {"443": {"paths": 0}}},
			{"hosts": "self", "scheme": "wss", "ports": {"443": {"paths": 1}}},
		]},
		"paths": [
			{
				"/q": {"bound": [
					bound(0, {"query": [{"name": "tag", "all": `(?s)^foo-.*$`}]}),
					bound(1, {"query": [{"name": "any", "any": `(?s)^x$`}]}),
				]},
				"/rpc": {"bound": [bound(2, {"call": {"rpc": {"method": `^search$`}, "bytes": 100}})]},
				"/mcp": {"bound": [
					bound(3, {"call": {"rpc": {"method": `^tools/call$`, "name": `^search_.*$`}, "tools": `^[a-z_]{1,12}$`, "bytes": 50}}),
					bound(4, {"call": {"rpc": {"response": `^(?:result|error)$`}, "bytes": 50}}),
					bound(5, {"call": {"stream": true}}),
				]},
				"/graphql": {"bound": [
					bound(6, {"call": graphql(`^query$`, `^.*$`, {"all": `^(?:viewer|user)$`})}),
					bound(7, {"call": graphql(`^mutation$`, `^Issue.*$`, {})}),
				]},
				"/audited": {"free": 8},
				"/free": {"free": 8, "bound": [bound(1, {"query": [{"name": "any", "any": `(?s)^x$`}], "methods": {"GET": true}})]},
				"/exact": {"free": 8, "bound": [bound(1, {"query": {"a": ["1"]}})]},
			},
			{"/live": {"bound": [
				bound(9, {"call": {"websocket": "rest"}}),
				bound(10, {"path": "/live/say", "call": {"websocket": "text"}}),
			]}},
		],
		"rules": [sprintf("r%d", [i]) | some i in numbers.range(0, 10)],
		"modes": [mode | some i in numbers.range(0, 10); mode := {true: "report", false: "enforce"}[i == 8]],
	},
	"denials": {
		"hosts": {"api.test": [{"hosts": "self", "scheme": "https", "ports": {"443": {"paths": 0}}}]},
		"paths": [{
			"/mcp": {"bound": [bound(0, {"call": {"rpc": {"name": `^search_admin$`}, "bytes": 50}})]},
			"/graphql": {"bound": [bound(1, {"call": graphql(`^query$`, `^.*$`, {"any": `^user$`})})]},
			"/audited/x": {"bound": [bound(2, {})]},
		}],
		"rules": ["d0", "d1", "d2"],
		"modes": ["enforce", "enforce", "report"],
	},
}

bound(number, conditions) := object.union({"number": number, "path": "*", "methods": "*", "query": "*"}, conditions)

graphql(operation, name, fields) := {
	"bytes": 10,
	"graphql": object.union(
		{"operation": operation, "name": name, "registry": registry},
		{member: value | some member, value in {"fields": fields}; count(value) > 0},
	),
}

registry := {"abc": {"operation": "query", "name": "V", "fields": ["viewer"]}}

asks(path, net) := {"version": 1, "kind": "http", "net": object.union(
	{
		"scheme": "https", "host": "api.test", "port": 443, "suffixes": ["api.test", "test"], "method": "POST",
		"path": path, "prefixes": array.concat(["/"], [concat("/", array.slice(split(path, "/"), 0, i)) |
			some i in numbers.range(2, count(split(path, "/")))
		]),
	},
	net,
)}

answer(path, net) := said if said := decision with input as asks(path, net) with data.sallyport.index as index

awaiting(path, net) := said if {
	said := decision with input as asks(path, net) with data.sallyport.index as index with data.sallyport.awaited as true
}

test_all_values_of_a_parameter_match if {
	answer("/q", {"query": {"tag": ["foo-a", "foo-b"], "other": ["1"]}}).rule == "r0"
	not answer("/q", {"query": {"tag": ["foo-a", "evil"]}}).allow
	not answer("/q", {"query": {"Tag": ["foo-a"]}}).allow
	not answer("/q", {}).allow
}

test_any_value_of_a_parameter_matches if {
	answer("/q", {"query": {"any": ["y", "x"]}}).rule == "r1"
	not answer("/q", {"query": {"any": ["y"]}}).allow
}

# Asked again, since the query cannot be read: a rule that would look at it counts, an exact query does not fit.
test_an_unreadable_query_refuses_where_a_rule_has_parameters if {
	unreadable("/free", {"method": "GET"}).reason == "unreadable"
	unreadable("/free", {"method": "PUT"}).reason == "granted"
	unreadable("/exact", {"method": "GET"}).reason == "granted"
	answer("/free", {"method": "GET"}).reason == "granted"
}

unreadable(path, net) := said if {
	said := decision with input as asks(path, net) with data.sallyport.index as index with data.sallyport.unreadable as true
}

test_a_call_is_granted_by_its_method if {
	answer("/rpc", {"rpc": {"method": "search"}}).rule == "r2"
	not answer("/rpc", {"rpc": {"method": "delete"}}).allow
	not answer("/rpc", {"rpc": {"response": "result"}}).allow
	not answer("/rpc", {}).allow
}

test_a_tool_is_granted_by_its_name if {
	answer("/mcp", {"rpc": tool("search_a")}).rule == "r3"
	not answer("/mcp", {"rpc": tool("search_far_too_long")}).allow
	not answer("/mcp", {"rpc": tool("delete")}).allow
	answer("/mcp", {"rpc": {"response": "error"}}).rule == "r4"
	not answer("/mcp", {"rpc": {"method": "tools/call", "params": {"name": 5}}}).allow
}

tool(name) := {"method": "tools/call", "tool": name, "params": {"name": name}}

test_a_tool_is_denied_whatever_grants_it if {
	answer("/mcp", {"rpc": tool("search_admin")}).rule == "d0"
	answer("/mcp", {"rpc": tool("search_admin")}).reason == "policy_deny"
}

test_a_stream_has_no_body if {
	answer("/mcp", {"headers": {"accept": ["text/html, text/Event-Stream"]}}).rule == "r5"
	not answer("/mcp", {"headers": {"accept": ["text/html"]}}).allow
	not answer("/mcp", {"headers": {"accept": ["text/event-stream"]}, "body": {}}).allow
}

test_every_field_of_an_operation_is_granted if {
	answer("/graphql", {"graphql": {"operation": "query", "fields": ["viewer"]}}).rule == "r6"
	not answer("/graphql", {"graphql": {"operation": "query", "fields": ["viewer", "secrets"]}}).allow
	answer("/graphql", {"graphql": {"operation": "mutation", "name": "IssueX", "fields": ["x"]}}).rule == "r7"
	not answer("/graphql", {"graphql": {"operation": "mutation", "fields": ["x"]}}).allow
	answer("/graphql", {"graphql": {"operation": "query", "fields": ["viewer", "user"]}}).rule == "d1"
}

test_a_persisted_document_is_its_entry if {
	answer("/graphql", {"graphql": {"persisted": "abc"}}).rule == "r6"
	answer("/graphql", {"graphql": {"persisted": "other"}}).rule == "d1"
}

test_texts_of_a_websocket_are_granted_for_themselves if {
	answer("/live", {"protocol": "websocket"}).rule == "r9"
	answer("/live", message("send", "binary")).rule == "r9"
	answer("/live", message("receive", "text")).rule == "r9"
	not answer("/live", message("send", "text")).allow
	answer("/live/say", message("send", "text")).rule == "r10"
}

message(direction, type) := {"protocol": "websocket", "websocket": {"direction": direction, "type": type}}

test_a_body_is_awaited_under_the_least_limit if {
	awaiting("/mcp", {"headers": {}}).rule == "r3"
	awaiting("/mcp", {"headers": {}}).obligations.body_bytes == 50
	awaiting("/rpc", {}).obligations.body_bytes == 100
	not awaiting("/q", {}).allow
	not awaiting("/audited", {}).obligations.body_bytes
}

test_audited_endpoints_report if {
	answer("/audited", {}).allow
	answer("/audited", {}).reported[0].rule == "r8"
	[said.rule | some said in answer("/audited/x", {}).reported] == ["d2", "r8"]
	not answer("/rpc", {"rpc": {"method": "search"}}).reported
}
