# What a request does at a package index: reading told from publishing.
#
# Guardrails import it. The table of operations is in docs/forges.md. Which host is an index of what is data:
#
#   data.lists.packages   host -> "pypi", "npm", "cargo", "rubygems", "maven", "go" or "oci"
#
# A host below one in the list counts as that one. What is not understood is the operation `write`, never a read.
package sallyport.packages

# What the request does, one object. At other hosts, and at a CONNECT, there is none.
operations contains object.union({"ecosystem": ecosystem}, operation) if {
	ecosystem
	input.net.method
	operation := found
}

# The kind of index that the host is. Undefined elsewhere.
ecosystem := name if name := [named | some suffix in input.net.suffixes; named := data.lists.packages[suffix]][0]

found := {"action": "write"} if overridden

else := read if {
	ecosystem in {"cargo", "go", "maven", "npm", "oci", "pypi", "rubygems"}
	input.net.method in {"GET", "HEAD"}
}

else := change if change

else := {"action": "write"}

overridden if {
	some name in ["x-http-method-override", "x-http-method", "x-method-override"]
	input.net.method == "POST"
	input.net.headers[name]
}

overridden if {
	input.net.method == "POST"
	input.net.query._method
}

read := object.union({"action": "read"}, named)

# A POST that reads.
change := {"action": "read"} if {
	ecosystem == "npm"
	input.net.method == "POST"
	input.net.path in {"/-/npm/v1/security/advisories/bulk", "/-/npm/v1/security/audits", "/-/npm/v1/security/audits/quick"}
}

else := {"action": "login"} if {
	ecosystem == "npm"
	logs_in
}

else := {"action": "publish"} if {
	ecosystem == "pypi"
	input.net.method == "POST"
	input.net.segments in [["legacy", ""], ["legacy"]]
}

else := object.union({"action": "publish"}, named) if {
	publishes
	input.net.method in {"PATCH", "POST", "PUT"}
}

else := deletion if input.net.method == "DELETE"

deletion := object.union({"action": "delete"}, named)

logs_in if startswith(input.net.path, "/-/user/org.couchdb.user:")

logs_in if input.net.path in {"/-/v1/login", "/-/npm/v1/tokens"}

# Also its tags, deprecations and files: what a name stands for.
publishes if {
	ecosystem == "npm"
	named.name
	not startswith(input.net.path, "/-/npm/")
}

publishes if {
	ecosystem == "npm"
	startswith(input.net.path, "/-/package/")
}

publishes if {
	ecosystem == "cargo"
	input.net.path == "/api/v1/crates/new"
}

publishes if {
	ecosystem == "rubygems"
	input.net.path == "/api/v1/gems"
}

publishes if ecosystem == "maven"

publishes if {
	ecosystem == "oci"
	input.net.segments[0] == "v2"
	named.name
}

# The name of the package, where the path has it in the one way that clients write.
named := {"name": concat("/", [scope, name]), "scope": scope} if {
	ecosystem == "npm"
	scope := path_of_npm[0]
	startswith(scope, "@")
	name := path_of_npm[1]
	name != ""
}

else := {"name": path_of_npm[0]} if {
	ecosystem == "npm"
	path_of_npm[0] != ""
	not startswith(path_of_npm[0], "@")
	path_of_npm[0] != "-"
}

else := {"name": regex.replace(lower(input.net.segments[1]), `[-_.]+`, "-")} if {
	ecosystem == "pypi"
	input.net.segments[0] in {"pypi", "simple"}
	input.net.segments[1] != ""
}

else := {"name": lower(input.net.segments[3])} if {
	ecosystem == "cargo"
	array.slice(input.net.segments, 0, 3) == ["api", "v1", "crates"]
	input.net.segments[3] != "new"
}

else := {"name": name, "scope": scope} if {
	ecosystem == "oci"
	input.net.segments[0] == "v2"
	end := end_of_name
	end > 1
	scope := input.net.segments[1]
	name := concat("/", array.slice(input.net.segments, 1, end))
}

else := {}

# From the end, because a repository or a tag may be called `blobs`.
end_of_name := count(input.net.segments) - 3 if {
	array.slice(input.net.segments, count(input.net.segments) - 3, count(input.net.segments) - 1) == ["blobs", "uploads"]
}

else := count(input.net.segments) - 2 if {
	input.net.segments[count(input.net.segments) - 2] in {"blobs", "manifests", "referrers", "tags"}
}

# A client may write the slash of a scope as %2f, which is decoded or refused before.
path_of_npm := array.slice(input.net.segments, 2, count(input.net.segments)) if {
	array.slice(input.net.segments, 0, 2) == ["-", "package"]
}

else := input.net.segments
