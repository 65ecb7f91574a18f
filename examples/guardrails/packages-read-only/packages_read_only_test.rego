package sallyport.guardrails_test

import data.sallyport.guardrails
import data.sallyport.packages

test_reading_is_free if not packages_refused({"action": "read", "ecosystem": "npm", "name": "left-pad"})

test_our_scopes_are_published if {
	not packages_refused({"action": "publish", "ecosystem": "npm", "name": "@acme/tool", "scope": "@acme"})
	packages_refused({"action": "publish", "ecosystem": "npm", "name": "@evil/tool", "scope": "@evil"})
	packages_refused({"action": "publish", "ecosystem": "oci", "name": "@acme/tool", "scope": "@acme"})
}

test_a_package_without_scope_is_not_published if {
	packages_refused({"action": "publish", "ecosystem": "npm", "name": "left-pad"})
	packages_refused({"action": "publish", "ecosystem": "pypi"})
}

test_nothing_else_is_done[action] if {
	some action in ["delete", "login", "write"]
	packages_refused({"action": action, "ecosystem": "npm", "name": "@acme/tool", "scope": "@acme"})
}

packages_refused(operation) if {
	some deny in guardrails.deny with packages.operations as {operation}
	deny.rule == "packages-read-only"
}
