# No files by form, except to hosts that take them. Any multipart/* counts: servers read them alike.
package sallyport.guardrails

# A content type that cannot be read, or is there twice, is "unreadable", and the request is refused.
deny contains {"rule": "form-upload", "message": "no multipart forms to this host"} if {
	not form_host
	startswith(input.net.content_type, "multipart/")
}

# Without the list, no host takes them.
form_host if {
	some name in input.net.suffixes
	name in data.lists.form_hosts
}
