package sallyport.matching_test

import data.sallyport.decision

# A lease: the whole of one.test, everything under two.test, one label under three.test, some under four.test, and paths
# of paths.test; a harness: fetches below /acme anywhere.
index := {
	"sides": {"connect": ["lease"], "http": ["lease"], "fetch": ["fetch"]},
	"lease": {
		"hosts": {
			"one.test": [group("self", "443", whole(0))],
			"two.test": [group("below", "443", whole(1))],
			"three.test": [group("child", "443", whole(2))],
			"four.test": [group({"matching": `^api-[^.]*\.four\.test$`}, "443", whole(3))],
			"paths.test": [group("self", "443", {"first": 4, "tunnel": false, "paths": 0})],
			"any-port.test": [group("self", "*", whole(9))],
			"live.test": [
				group("self", "443", {"first": 11, "tunnel": false}),
				{"hosts": "self", "scheme": "wss", "ports": {"443": {"paths": 1}}},
			],
		},
		"paths": [
			{
				"/a": {"bound": [{"number": 4, "path": "*", "methods": {"GET": true}, "query": "*"}]},
				"/b": {"bound": [{"number": 5, "path": "/b", "methods": "*", "query": "*"}]},
				"/c": {"bound": [{"number": 6, "path": {"matching": `^/c/[^/]+$`}, "methods": "*", "query": "*"}]},
				"/d": {"bound": [{"number": 10, "path": {"both": [`^/d/(?:.*/)?x$`, `^/d/[^/]+/.*$`]}, "methods": "*", "query": "*"}]},
				"/q": {"bound": [{"number": 7, "path": "*", "methods": "*", "query": {"x": ["1", "2"], "y": [""]}}]},
				"/e": {"bound": [{"number": 8, "path": "*", "methods": "*", "query": {}}]},
			},
			{"/ws": {"free": 11}},
		],
		"rules": ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11"],
		"modes": [mode | some i in numbers.range(0, 11); mode := {true: "enforce", false: "report"}[i != 9]],
	},
	"fetch": {
		"hosts": {"*": [group("any", "443", {"paths": 0})]},
		"paths": [{"/acme": {"free": 0}}],
		"rules": ["f0"],
		"modes": ["enforce"],
	},
}

group(hosts, port, cover) := {"hosts": hosts, "scheme": "https", "ports": {port: cover}}

whole(grant) := {"first": grant, "tunnel": true, "whole": grant}

connect(host, port) := answer if {
	answer := decision with input as asked("connect", host, port, {})
		with data.sallyport.index as index
}

http(host, request) := answer if {
	answer := decision with input as asked("http", host, 443, request)
		with data.sallyport.index as index
}

fetch(path) := answer if {
	answer := decision with input as asked("fetch", "git.test", 443, {"method": "GET", "path": path, "query": {}})
		with data.sallyport.index as index
}

asked(kind, host, port, request) := {"version": 1, "kind": kind, "net": object.union(request, {
	"scheme": "https",
	"host": host,
	"port": port,
	"suffixes": suffixes(host),
	"prefixes": prefixes(object.get(request, "path", "/")),
})}

suffixes(host) := [concat(".", array.slice(labels, i, count(labels))) | labels := split(host, "."); some i, _ in labels]

prefixes("/") := ["/"]

prefixes(path) := array.concat(["/"], [concat("/", array.slice(parts, 0, i + 1)) |
	parts := split(path, "/")
	some i, _ in parts
	i > 0
]) if {
	path != "/"
}

# Tunnels by tcp to two hosts: one for SSH alone, one for anything.
tunnels := {
	"sides": {"connect": ["policy"]},
	"policy": {
		"hosts": {
			"git.test": [by("tcp+ssh")],
			"any.test": [by("tcp"), by("tcp+tls"), by("tcp+ssh"), by("tcp+postgres")],
		},
		"rules": ["r0"],
		"modes": ["enforce"],
	},
}

by(scheme) := {"hosts": "self", "scheme": scheme, "ports": {"22": {"first": 0, "tunnel": true}}}

tunnel(host, spoken) := answer if {
	net := object.union({"scheme": "tcp", "host": host, "port": 22, "suffixes": suffixes(host)}, spoken)
	answer := decision with input as {"version": 1, "kind": "connect", "net": net}
		with data.sallyport.index as tunnels
}

test_what_is_spoken_is_granted_by_its_own_scheme if {
	tunnel("git.test", {"speaks": "ssh"}).allow
	tunnel("any.test", {"speaks": "ssh"}).allow
	tunnel("any.test", {}).allow
	not tunnel("git.test", {"speaks": "tls"}).allow
	not tunnel("git.test", {}).allow
}

get(path) := {"method": "GET", "path": path, "query": {}}

test_exact_host_is_granted if {
	connect("one.test", 443) == {
		"allow": true,
		"reason": "granted",
		"rule": "r0",
		"mode": "enforce",
		"obligations": {"intercept": false, "credentials": [], "rate": null, "redact": []},
		"denies": [],
	}
}

credentialed := object.union(index, {
	"credentials": {"forge": "credential:forge", "other": "credential:other"},
	"credential:forge": {"hosts": {"one.test": [group("self", "443", whole(0))]}, "paths": []},
	"credential:other": {"hosts": {}, "paths": []},
})

test_a_credential_is_attached_where_its_part_covers_the_request if {
	answer := decision with input as asked("connect", "one.test", 443, {})
		with data.sallyport.index as credentialed
	answer.obligations.credentials == ["forge"]
	other := decision with input as asked("connect", "a.two.test", 443, {})
		with data.sallyport.index as credentialed
	other.allow
	other.obligations.credentials == []
}

test_unnamed_host_is_refused if {
	connect("other.test", 443) == {
		"allow": false,
		"reason": "no_grant",
		"rule": null,
		"mode": "enforce",
		"obligations": {"intercept": false, "credentials": [], "rate": null, "redact": []},
		"denies": [],
	}
}

test_names_around_a_granted_one_are_refused if {
	every host in ["a.one.test", "test", "xone.test", "one.test.evil.test"] {
		not connect(host, 443).allow
	}
}

test_another_port_is_refused if not connect("one.test", 8443).allow

test_any_port_is_granted_where_the_grant_says_so if {
	connect("any-port.test", 8443).rule == "r9"
	connect("any-port.test", 443).mode == "report"
}

test_below_a_suffix_at_any_depth_but_never_itself if {
	connect("a.two.test", 443).rule == "r1"
	connect("a.b.two.test", 443).rule == "r1"
	not connect("two.test", 443).allow
}

test_one_label_below_a_suffix_and_no_more if {
	connect("a.three.test", 443).rule == "r2"
	not connect("a.b.three.test", 443).allow
	not connect("three.test", 443).allow
}

test_pattern_in_a_label if {
	connect("api-1.four.test", 443).rule == "r3"
	not connect("web.four.test", 443).allow
	not connect("api-1.evil.four.test", 443).allow
}

test_tunnel_is_opened_where_a_grant_looks_inside if {
	connect("paths.test", 443).allow
	connect("paths.test", 443).obligations.intercept
	not http("paths.test", get("/a")).obligations.intercept
}

test_path_below_a_prefix if {
	http("paths.test", get("/a")).rule == "r4"
	http("paths.test", get("/a/x/y")).rule == "r4"
	not http("paths.test", get("/ab")).allow
	not http("paths.test", get("/")).allow
}

test_method_is_exact if {
	not http("paths.test", {"method": "POST", "path": "/a", "query": {}}).allow
	not http("paths.test", {"method": "get", "path": "/a", "query": {}}).allow
}

test_exact_path if {
	http("paths.test", get("/b")).rule == "r5"
	not http("paths.test", get("/b/x")).allow
}

test_path_expression if {
	http("paths.test", get("/c/x")).rule == "r6"
	not http("paths.test", get("/c")).allow
	not http("paths.test", get("/c/x/y")).allow
}

test_two_path_expressions_must_both_match if {
	http("paths.test", get("/d/a/x")).rule == "r10"
	http("paths.test", get("/d/a/b/x")).rule == "r10"
	every path in ["/d/x", "/d/a/y", "/d", "/f/a/x"] {
		not http("paths.test", get(path)).allow
	}
}

test_query_is_a_multiset if {
	http("paths.test", {"method": "GET", "path": "/q", "query": {"x": ["2", "1"], "y": [""]}}).rule == "r7"
	every query in [{}, {"x": ["1"], "y": [""]}, {"x": ["1", "2"]}, {"x": ["1", "2"], "y": ["", ""]}, {"x": ["1", "2"], "y": [""], "z": [""]}] {
		not http("paths.test", {"method": "GET", "path": "/q", "query": query}).allow
	}
}

test_unreadable_query_is_not_an_empty_one if {
	http("paths.test", get("/e")).allow
	not http("paths.test", {"method": "GET", "path": "/e"}).allow
}

test_fetch_asks_its_own_side if {
	fetch("/acme/skills/x").rule == "f0"
	not fetch("/acmes/x").allow
	not http("git.test", get("/acme/skills/x")).allow
}

test_other_kinds_are_refused if {
	not decision.allow with input as asked("tool", "one.test", 443, get("/"))
		with data.sallyport.index as index
}

test_no_input_is_refused if not decision.allow with data.sallyport.index as index

test_no_index_is_refused if decision.reason == "no_grant" with input as asked("connect", "one.test", 443, {})

test_broken_index_is_refused if {
	broken := [
		{"op": "replace", "path": "sides", "value": {}},
		{"op": "replace", "path": "sides/connect", "value": []},
		{"op": "replace", "path": "sides/connect", "value": ["lease", "policy"]},
		{"op": "replace", "path": "sides/connect", "value": "lease"},
		{"op": "replace", "path": "lease/rules", "value": []},
		{"op": "replace", "path": "lease/modes", "value": []},
		{"op": "replace", "path": "lease/hosts", "value": null},
		{"op": "replace", "path": "lease/hosts/one.test", "value": {}},
		{"op": "remove", "path": "lease/hosts/one.test/0/hosts"},
		{"op": "remove", "path": "lease/hosts/one.test/0/scheme"},
		{"op": "replace", "path": "lease/hosts/one.test/0/ports", "value": "443"},
		{"op": "replace", "path": "lease/hosts/one.test/0/hosts", "value": {"matching": null}},
		{"op": "replace", "path": "lease/hosts/one.test/0/hosts", "value": null},
		{"op": "replace", "path": "lease/hosts/one.test/0/hosts", "value": true},
		{"op": "remove", "path": "lease/hosts/one.test/0/ports/443/first"},
	]
	every patch in broken {
		not decision.allow with input as asked("connect", "one.test", 443, {})
			with data.sallyport.index as json.patch(index, [patch])
	}
}

test_cover_that_says_nothing_of_tunnels_opens_them if {
	every value in [null, 1, "true", {}] {
		decision.obligations.intercept with input as asked("connect", "one.test", 443, {})
			with data.sallyport.index as json.patch(index, [{"op": "replace", "path": "lease/hosts/one.test/0/ports/443/tunnel", "value": value}])
	}
}

test_broken_slot_is_refused if {
	every patch in ["path", "methods", "query"] {
		not decision.allow with input as asked("http", "paths.test", 443, get("/a"))
			with data.sallyport.index as json.patch(index, [{"op": "remove", "path": concat("/", ["lease/paths/0/~1a/bound/0", patch])}])
	}
}

two_sides := object.union(index, {
	"sides": {"connect": ["lease", "policy"], "http": ["lease", "policy"]},
	"policy": {
		"hosts": {
			"one.test": [group("self", "443", {"first": 1, "tunnel": false, "paths": 0})],
			"elsewhere.test": [group("self", "443", whole(0))],
		},
		"paths": [{"/acme": {"free": 1}}],
		"rules": ["p0", "p1"],
		"modes": ["enforce", "report"],
	},
})

test_both_sides_must_grant if {
	asks := {"one.test": "r0", "a.two.test": null, "elsewhere.test": null}
	every host, rule in asks {
		rule == decision.rule with input as asked("connect", host, 443, {})
			with data.sallyport.index as two_sides
	}
}

test_mode_is_that_of_the_policy_documents if {
	decision.mode == "report" with input as asked("connect", "one.test", 443, {})
		with data.sallyport.index as two_sides
}

test_one_side_that_looks_inside_opens_the_tunnel if {
	decision.obligations.intercept with input as asked("connect", "one.test", 443, {})
		with data.sallyport.index as two_sides
}

test_both_sides_are_asked_of_a_request if {
	decision.allow with input as asked("http", "one.test", 443, get("/acme/x"))
		with data.sallyport.index as two_sides
	not decision.allow with input as asked("http", "one.test", 443, get("/other"))
		with data.sallyport.index as two_sides
}

test_first_grant_of_the_documents_is_named if {
	several := json.patch(index, [{
		"op": "add",
		"path": "lease/hosts/*",
		"value": [group("any", "443", whole(8))],
	}])
	answers := [answer |
		some host in ["one.test", "other.test"]
		asks := asked("connect", host, 443, {})
		answer := decision.rule with input as asks with data.sallyport.index as several
	]
	answers == ["r0", "r8"]
}

denying := object.union(index, {"denials": {
	"hosts": {"one.test": [group("self", "443", {"first": 0, "tunnel": false, "paths": 0})]},
	"paths": [{"/acme": {"bound": [{"number": 0, "path": {"matching": "^/acme/secret/.*$"}, "methods": {"GET": true, "HEAD": true}, "query": "*"}]}}],
	"rules": ["d0"],
	"modes": ["enforce"],
}})

test_a_denial_wins_over_every_grant if {
	decision.reason == "policy_deny" with input as asked("http", "one.test", 443, get("/acme/secret/x"))
		with data.sallyport.index as denying
	decision.rule == "d0" with input as asked("http", "one.test", 443, get("/acme/secret/x"))
		with data.sallyport.index as denying
	not decision.allow with input as asked("http", "one.test", 443, get("/acme/secret/x"))
		with data.sallyport.index as denying
}

test_a_denial_is_of_what_it_covers_alone if {
	decision.allow with input as asked("http", "one.test", 443, get("/acme/x")) with data.sallyport.index as denying
	decision.allow with input as asked("connect", "one.test", 443, {}) with data.sallyport.index as denying
	decision.reason == "no_grant" with input as asked("http", "none.test", 443, get("/acme/secret/x"))
		with data.sallyport.index as denying
}

websocket(path) := object.union(get(path), {"protocol": "websocket"})

test_websocket_is_granted_under_a_scheme_of_its_own if {
	http("live.test", websocket("/ws")).rule == "r11"
	not http("live.test", websocket("/other")).allow
	not http("live.test", get("/ws")).allow
	not http("one.test", websocket("/")).allow
}

test_tunnel_to_a_websocket_is_opened if {
	connect("live.test", 443).rule == "r11"
	connect("live.test", 443).obligations.intercept
}

# A grant of a whole host but one, in which another decides, and one that holds there alone.
placed := {"sides": {"http": ["policy"]}, "policy": {
	"hosts": {"b.test": [{"hosts": "child", "scheme": "https", "ports": {"443": {"paths": 0}}}]},
	"modes": ["enforce", "enforce"],
	"names": {},
	"paths": [{"/": {"bound": [
		{"number": 0, "path": "*", "methods": "*", "query": "*", "outside": [area([]), area(["^/x$"])]},
		{"number": 1, "path": "*", "methods": {"GET": true}, "query": "*", "within": [area(["^/v.*$", "^.*1$"])]},
	]}}],
	"rules": ["all", "one"],
}}

area(paths) := {"host": `^a\.b\.test$`, "ports": [443], "paths": paths}

placed_rule(method, host, path) := decision.rule if {
	decision := data.sallyport.decision with input as {"kind": "http", "net": {
		"scheme": "https",
		"host": host,
		"port": 443,
		"method": method,
		"path": path,
		"suffixes": [host, "b.test", "test"],
		"prefixes": ["/"],
	}}
		with data.sallyport.index as placed
	decision.allow
}

test_a_grant_covers_nothing_in_the_areas_outside_of_which_it_holds if {
	placed_rule("GET", "c.b.test", "/") == "all"
	not placed_rule("POST", "a.b.test", "/")
	not placed_rule("GET", "a.b.test", "/x")
}

test_a_grant_within_an_area_covers_what_all_its_paths_match if {
	placed_rule("GET", "a.b.test", "/v1") == "one"
	not placed_rule("GET", "a.b.test", "/v2")
	not placed_rule("POST", "a.b.test", "/v1")
	placed_rule("GET", "c.b.test", "/v1") == "all"
}

test_a_kind_that_is_unbounded_is_granted_without_looking_inside if {
	answer := decision with input as asked("connect", "any.test", 443, {})
		with data.sallyport.index as {"sides": {}, "unbounded": {"connect": true, "http": true}}
	answer.allow
	answer.rule == null
	not answer.obligations.intercept
}

test_a_kind_with_a_side_is_bounded_though_others_are_not if {
	answer := decision with input as asked("http", "unnamed.test", 443, {"method": "GET", "path": "/"})
		with data.sallyport.index as object.union(index, {"unbounded": {"tool": true}})
	answer.reason == "no_grant"
}
