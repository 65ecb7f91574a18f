package sallyport.guardrails_test

import data.sallyport.guardrails
import data.sallyport.objects

test_objects_below_the_prefix[action] if {
	some action in ["read", "write", "delete"]
	not store_refused({"action": action, "bucket": "acme", "key": "agent/x"})
}

test_other_objects_are_refused if {
	store_refused({"action": "read", "bucket": "acme", "key": "x"})
	store_refused({"action": "read", "bucket": "acme", "key": "agent"})
	store_refused({"action": "read", "bucket": "evil", "key": "agent/x"})
	store_refused({"action": "delete", "bucket": "acme"})
	store_refused({"action": "write"})
}

test_listing if {
	not store_refused({"action": "list", "bucket": "acme"})
	store_refused({"action": "list", "bucket": "evil"})
}

test_settings_and_copies_are_refused if {
	store_refused({"action": "settings", "bucket": "acme", "key": "agent/x"})
	store_refused({"action": "copy"})
}

store_refused(operation) if {
	some deny in guardrails.deny with objects.operations as {operation}
	deny.rule == "object-store-prefix"
}
