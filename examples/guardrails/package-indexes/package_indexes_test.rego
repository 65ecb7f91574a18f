package sallyport.guardrails_test

import data.sallyport.guardrails

test_an_index_is_read if {
	every method in ["GET", "HEAD"] {
		not index_refused({"host": "packages.example.com", "method": method, "content_length": 0})
	}
}

test_an_index_is_not_written[method] if {
	some method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "get"]
	index_refused({"host": "packages.example.com", "method": method, "content_length": 0})
}

test_a_read_with_a_body_is_refused if {
	index_refused({"host": "packages.example.com", "method": "GET", "content_length": 1})
}

test_all_below_an_index_is_one if {
	index_refused({"host": "upload.packages.example.com", "method": "POST", "content_length": 1})
}

test_other_hosts_are_written_to if {
	not index_refused({"host": "git.example.com", "method": "POST", "content_length": 1})
}

test_a_tunnel_to_an_index_is_not_closed if not index_refused({"host": "packages.example.com"})

test_without_the_list_of_indexes_everything_is_closed if {
	index_refused({"host": "git.example.com"}) with data.lists as {}
}

index_refused(net) if {
	below := [name | some name in ["packages.example.com"]; endswith(net.host, name)]
	request := object.union(net, {"suffixes": array.concat([net.host], below)})
	some deny in guardrails.deny with input as {"net": request}
	deny.rule == "index-read-only"
}
