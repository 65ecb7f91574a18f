# Globs and expressions over paths.
package corpus.path_globs

default allowed_path := false

patterns := ["/repos/*/issues", "/repos/**", "/v[0-9]/*", "/{raw,blob}/*/*.md", "/*"]

allowed_path if glob.match("/repos/*/x", ["/"], input.net.path)

hits contains pattern if {
	some pattern in patterns
	glob.match(pattern, ["/"], input.net.path)
}

hits contains pattern if {
	some pattern in data.lists.paths
	glob.match(pattern, [], input.net.path)
}

deny contains {"rule": "admin", "message": input.net.path} if regex.match(`^/(admin|internal)(/|$)`, input.net.path)

deny contains {"rule": "upload", "message": matched} if {
	input.net.method in {"PUT", "POST"}
	some matched in regex.find_n(`/[a-z]+/?$`, input.net.path, 1)
}

deny contains {"rule": "other", "message": "neither"} if {
	count(hits) == 0
	not allowed_path
}

extension := parts[count(parts) - 1] if {
	parts := split(input.net.path, ".")
	count(parts) > 1
}
