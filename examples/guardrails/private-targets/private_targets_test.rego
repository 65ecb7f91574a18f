package sallyport.guardrails_test

import data.sallyport.guardrails

test_urls_of_private_addresses_are_refused[host] if {
	some host in [
		"10.0.0.1:8500", "127.0.0.1", "127.1", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "2130706433",
		"169.254.169.254", "[::1]",
		"user@172.16.0.9", "LOCALHOST", "db.internal", "printer.local.", "192.168.1.1",
	]
	url := concat("", ["HTTP://", host, "/x"])
	private_target_refused({"query": {"url": [url]}})
	private_target_refused({"query": {}, "content_type": "application/json", "body": {"json": {"a": [url]}}})
}

test_public_urls_and_other_texts_pass[text] if {
	some text in [
		"https://www.example.com/?host=127.0.0.1", "http://8.8.8.8/", "127.0.0.1", "see http://localhost/",
		"postgres://localhost/db",
		"https://172.217.0.1/", "https://1.example.com/",
	]
	not private_target_refused({"query": {"url": [text]}})
}

private_target_refused(net) if {
	some deny in guardrails.deny with input as {"net": object.union({"host": "www.example.com"}, net)}
	deny.rule == "private-target"
}
