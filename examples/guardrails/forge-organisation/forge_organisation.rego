# Forges are read. Agents push to their own branches in our organisations, and write issues and pull requests there,
# by git, by REST and by GraphQL alike. No force, no deletion, no gist, no fork, no setting.
package sallyport.guardrails

import data.sallyport.forge

deny contains {"rule": "forge-organisation", "message": "not granted at this forge"} if {
	some operation in forge.operations
	not forge_permits(operation)
}

forge_permits(operation) if operation.action in {"read", "fetch"}

# What begins a push names no ref yet; the push itself is asked about each.
forge_permits(operation) if {
	operation.action == "push"
	operation.object in {"repository", "objects"}
	operation.owner in data.lists.forge_organisation.owners
}

forge_permits(operation) if {
	operation.action == "push"
	operation.object == "ref"
	operation.owner in data.lists.forge_organisation.owners
	some prefix in data.lists.forge_organisation.branches
	startswith(operation.ref, concat("", ["refs/heads/", prefix]))
	not operation.force
}

forge_permits(operation) if {
	operation.action == "write"
	operation.object in {"issues", "pulls"}
	operation.owner in data.lists.forge_organisation.owners
}

# A mutation of GraphQL does not say where it writes: name those that may be anywhere.
forge_permits(operation) if operation.mutation in data.lists.forge_organisation.mutations
