# Only packages of our own scope from the npm registry.
package sallyport.guardrails

deny contains {"rule": "npm-scope", "message": "only packages of our own scope from this registry"} if {
	npm_registry
	segments := input.net.segments # undefined at a CONNECT, which is therefore opened
	not own_package(segments)
}

deny contains {"rule": "npm-scope", "message": "the list npm.registries is missing"} if not has_npm_registries

has_npm_registries if is_array(data.lists.npm.registries)

npm_registry if {
	some name in input.net.suffixes
	name in data.lists.npm.registries
}

# Of a package /@acme/tool is asked for, a version of it, and an archive: /@acme/tool/-/tool-1.0.0.tgz.
own_package(segments) if {
	segments[0] == data.lists.npm.scope
	regex.match(`^[a-z0-9][a-z0-9._-]*$`, segments[1])
	rest := array.slice(segments, 2, count(segments))
	regex.match(`^(|[0-9][0-9A-Za-z.+-]*|-/[a-z0-9][0-9A-Za-z.+_-]*\.tgz)$`, concat("/", rest))
}
