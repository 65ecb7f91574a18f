package sallyport.packages_test

import data.sallyport.packages

lists := {"packages": {
	"pypi.test": "pypi",
	"npm.test": "npm",
	"crates.test": "cargo",
	"gems.test": "rubygems",
	"maven.test": "maven",
	"go.test": "go",
	"oci.test": "oci",
	"strange.test": "strange",
}}

operations(net) := found if {
	found := packages.operations with input as {"net": net} with data.lists as lists
}

net(host, method, path) := {
	"host": host,
	"suffixes": [concat(".", array.slice(names, from, count(names))) | some from in numbers.range(0, count(names) - 1)],
	"method": method,
	"path": path,
	"segments": split(trim_prefix(path, "/"), "/"),
} if {
	names := split(host, ".")
}

short(operation) := concat(" ", [operation[name] | some name in ["ecosystem", "action", "name"]; operation[name]])

# The method, host and path, and what it is.
does(request, expected) if {
	[method, host, path] := split(request, " ")
	got := {short(operation) | some operation in operations(net(host, method, path))}
	print(request, got)
	got == {expected}
}

test_other_hosts_have_none if {
	operations(net("www.example.com", "POST", "/")) == set()
	operations({"host": "npm.test", "suffixes": ["npm.test", "test"]}) == set()
}

test_reading if {
	does("GET pypi.test /simple/Some_Tool/", "pypi read some-tool")
	does("GET pypi.test /pypi/tool/json", "pypi read tool")
	does("GET files.pypi.test /packages/aa/tool-1.0.tar.gz", "pypi read")
	does("GET npm.test /@acme/tool", "npm read @acme/tool")
	does("GET npm.test /left-pad/-/left-pad-1.0.0.tgz", "npm read left-pad")
	does("POST npm.test /-/npm/v1/security/advisories/bulk", "npm read")
	does("GET npm.test /-/package/left-pad/dist-tags", "npm read left-pad")
	does("GET crates.test /api/v1/crates/Tool/1.0.0/download", "cargo read tool")
	does("HEAD maven.test /maven2/org/x/x.pom", "maven read")
	does("GET go.test /golang.org/x/text/@v/list", "go read")
	does("GET oci.test /v2/", "oci read")
	does("GET oci.test /v2/acme/tool/manifests/latest", "oci read acme/tool")
}

test_publishing if {
	does("POST upload.pypi.test /legacy/", "pypi publish")
	does("PUT npm.test /@acme/tool", "npm publish @acme/tool")
	does("PUT npm.test /left-pad/-rev/1", "npm publish left-pad")
	does("PUT npm.test /-/package/@acme/tool/dist-tags/latest", "npm publish @acme/tool")
	does("PUT crates.test /api/v1/crates/new", "cargo publish")
	does("POST gems.test /api/v1/gems", "rubygems publish")
	does("PUT maven.test /releases/org/x/x.jar", "maven publish")
	does("POST oci.test /v2/acme/tool/blobs/uploads/", "oci publish acme/tool")
	does("PATCH oci.test /v2/acme/tool/blobs/uploads/1", "oci publish acme/tool")
	does("PUT oci.test /v2/acme/tool/manifests/latest", "oci publish acme/tool")
}

test_deleting if {
	does("DELETE npm.test /left-pad/-rev/1", "npm delete left-pad")
	does("DELETE crates.test /api/v1/crates/tool/1.0.0/yank", "cargo delete tool")
	does("DELETE oci.test /v2/acme/tool/manifests/latest", "oci delete acme/tool")
	does("DELETE pypi.test /x", "pypi delete")
}

test_a_name_may_be_a_word_of_the_protocol if {
	does("PUT oci.test /v2/acme/blobs/manifests/tags", "oci publish acme/blobs")
	does("PUT oci.test /v2/evil/manifests/blobs", "oci publish evil")
	does("POST oci.test /v2/blobs/uploads/", "oci write")
}

test_logins_of_npm[path] if {
	some path in ["/-/user/org.couchdb.user:x", "/-/v1/login", "/-/npm/v1/tokens"]
	does(concat(" ", ["PUT npm.test", path]), "npm login")
}

test_all_else_is_a_write[request] if {
	some request in [
		"POST pypi.test /", "POST pypi.test /legacy/x", "POST pypi.test /Legacy/", "PUT pypi.test /legacy/",
		"POST npm.test /-/npm/v1/hooks", "POST npm.test /-/npm/v1/security/audits/x", "PUT npm.test /@acme",
		"PUT crates.test /api/v1/crates/tool/owners", "POST gems.test /api/v1/web_hooks",
		"POST go.test /golang.org/x/text/@v/list", "PUT oci.test /v1/acme/tool/manifests/x", "get npm.test /x",
		"OPTIONS npm.test /x",
	]
	[_, host, _] := split(request, " ")
	does(request, sprintf("%s write", [lists.packages[host]]))
}

test_an_ecosystem_that_is_not_known_is_never_read if does("GET strange.test /", "strange write")

test_another_method_in_a_header_is_a_write if {
	request := object.union(
		net("npm.test", "POST", "/-/npm/v1/security/audits"),
		{"headers": {"x-http-method-override": ["PUT"]}},
	)
	operations(request) == {{"ecosystem": "npm", "action": "write"}}
}
