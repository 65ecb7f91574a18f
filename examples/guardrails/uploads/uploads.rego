# No request carries more than one megabyte, except to hosts that take uploads.
package sallyport.guardrails

max_upload_bytes := 1000000

# A chunked body has no length: it is "unreadable", and the request is refused, except to those hosts.
deny contains {"rule": "large-upload", "message": "no more than 1 MB in one request to this host"} if {
	not upload_host
	input.net.content_length > max_upload_bytes
}

# Without the list, no host takes more.
upload_host if {
	some name in input.net.suffixes
	name in data.lists.upload_hosts
}
