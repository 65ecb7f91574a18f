# Package indexes are read and never written: no publishing, and no bodies that a GET carries.
package sallyport.guardrails

deny contains {"rule": "index-read-only", "message": "only GET and HEAD, without a body, at package indexes"} if {
	package_index
	writes
}

deny contains {"rule": "index-read-only", "message": "the list package_indexes is missing"} if not has_package_indexes

has_package_indexes if is_array(data.lists.package_indexes)

package_index if {
	some name in input.net.suffixes
	name in data.lists.package_indexes
}

# Undefined at a CONNECT, which is therefore opened. A body of unknown length is "unreadable", which refuses.
writes if {
	input.net.method != "GET"
	input.net.method != "HEAD"
}

writes if input.net.content_length > 0
