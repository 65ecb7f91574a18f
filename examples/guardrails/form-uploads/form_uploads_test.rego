package sallyport.guardrails_test

import data.sallyport.guardrails

test_forms_with_files_are_refused[type] if {
	some type in ["multipart/form-data", "multipart/mixed", "multipart/related"]
	form_refused("www.example.com", {"content_type": type})
}

test_other_bodies_pass[type] if {
	some type in ["application/json", "application/x-www-form-urlencoded", "text/multipart"]
	not form_refused("www.example.com", {"content_type": type})
}

test_requests_without_a_type_pass if not form_refused("www.example.com", {})

test_hosts_of_the_list_take_forms if not form_refused("tickets.example.com", {"content_type": "multipart/form-data"})

test_without_the_list_no_host_takes_forms if {
	form_refused("tickets.example.com", {"content_type": "multipart/form-data"}) with data.lists as {}
}

form_refused(host, more) if {
	net := object.union({"host": host, "suffixes": [host, "example.com", "com"], "method": "POST"}, more)
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "form-upload"
}
