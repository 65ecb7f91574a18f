package sallyport.guardrails_test

import data.sallyport.guardrails

test_a_megabyte_passes if not upload_refused("www.example.com", 1000000)

test_a_byte_more_does_not if upload_refused("www.example.com", 1000001)

test_hosts_of_the_list_take_more if not upload_refused("artifacts.example.com", 1000000000)

test_names_that_only_look_like_one_do_not if upload_refused("notartifacts.example.com", 1000001)

test_without_the_list_no_host_takes_more if {
	upload_refused("artifacts.example.com", 1000001) with data.lists as {}
}

upload_refused(host, bytes) if {
	net := {"host": host, "suffixes": [host, "example.com", "com"], "content_length": bytes}
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "large-upload"
}
