package sallyport.guardrails_test

import data.sallyport.guardrails

test_labels_that_carry_data_are_refused[name] if {
	some name, label in {
		"hex": "68656c6c6f20776f726c64",
		"hex with a prefix": "xn--68656c6c6f20776f726c6421",
		"base32": "nbswy3dpeb3w64tm",
		"base64": "q7xn2lw9rt4kz8vb1mc6hf3p",
		"digits": "1029384756102938",
		"many labels": "a.b.c.d.e",
	}
	encoded_host_refused(concat(".", [label, "example.com"]))
}

test_hashes_and_names_pass[label] if {
	some label in [
		"www", "a.b.c", "xn--bcher-kva", "prod-eu-west-1-service-of-ours", "d41d8cd98f00b204e9800998ecf8427e",
		"storageaccountofteam", "123456789012", "k8s-cluster-0123456789",
	]
	not encoded_host_refused(concat(".", [label, "example.com"]))
}

test_services_with_random_names_pass if {
	not encoded_host_refused("68656c6c6f20776f726c64.cloudfront.net")
	encoded_host_refused("68656c6c6f20776f726c64.cloudfront.net") with data.lists as {}
}

encoded_host_refused(host) if {
	labels := split(host, ".")
	suffixes := [suffix | some at, _ in labels; suffix := concat(".", array.slice(labels, at, count(labels)))]
	some deny in guardrails.deny with input as {"net": {"host": host, "suffixes": suffixes}}
	deny.rule == "encoded-host"
}
