# Package indexes are read. Packages of our own scopes are published where that is granted; nothing is deleted.
package sallyport.guardrails

import data.sallyport.packages

deny contains {"rule": "packages-read-only", "message": "package indexes are read here, not written"} if {
	some operation in packages.operations
	not packages_permit(operation)
}

packages_permit(operation) if operation.action == "read"

packages_permit(operation) if {
	operation.action == "publish"
	operation.scope in data.lists.packages_read_only.publish[operation.ecosystem]
}
