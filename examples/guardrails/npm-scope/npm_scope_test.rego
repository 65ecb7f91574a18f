package sallyport.guardrails_test

import data.sallyport.guardrails

test_own_packages_are_open[path] if {
	some path in ["/@acme/tool", "/@acme/tool/1.0.0-rc.1", "/@acme/tool/-/tool-1.0.0.tgz"]
	not npm_refused("npm.example.com", path)
}

test_all_else_of_the_registry_is_closed[path] if {
	some path in [
		"/", "/left-pad", "/left-pad/-/left-pad-1.0.0.tgz", "/@evil/tool", "/@acme", "/@acme/", "/@acme/../left-pad",
		"/@ACME/tool", "/@acme-evil/tool", "//@acme/tool", "/@acme//tool", "/@acme/tool/-/../../left-pad",
		"/x/@acme/tool", "/@acme/tool/-rev/1", "/-/npm/v1/security/audits", "/@acme/tool/-/tool-1.0.0.tgz/x",
	]
	npm_refused("npm.example.com", path)
}

test_below_the_registry_the_same_holds if npm_refused("eu.npm.example.com", "/left-pad")

test_other_hosts_are_open if not npm_refused("www.example.com", "/left-pad")

test_a_tunnel_to_the_registry_is_not_closed if {
	every deny in guardrails.deny {
		deny.rule != "npm-scope"
	} with input as {"net": {"host": "npm.example.com", "suffixes": ["npm.example.com"]}}
}

test_without_the_list_of_registries_everything_is_closed if {
	npm_refused("www.example.com", "/") with data.lists as {}
}

test_without_the_scope_the_registry_is_closed if {
	npm_refused("npm.example.com", "/@acme/tool") with data.lists as {"npm": {"registries": ["npm.example.com"]}}
}

npm_refused(host, path) if {
	segments := split(trim_prefix(path, "/"), "/")
	below := [name | some name in ["npm.example.com"]; endswith(host, name)]
	net := {"host": host, "suffixes": array.concat([host], below), "path": path, "segments": segments}
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "npm-scope"
}
