# Objects of the buckets of a list are read, written and deleted below their prefixes. No settings, and no copies.
package sallyport.guardrails

import data.sallyport.objects

deny contains {"rule": "object-store-prefix", "message": "not granted at this object store"} if {
	some operation in objects.operations
	not store_permits(operation)
}

store_permits(operation) if {
	operation.action in {"read", "write", "delete"}
	some prefix in data.lists.object_store_prefix[operation.bucket]
	startswith(operation.key, prefix)
}

# A list shows the names of all keys of the bucket.
store_permits(operation) if {
	operation.action == "list"
	data.lists.object_store_prefix[operation.bucket]
}
