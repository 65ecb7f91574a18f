package sallyport.guardrails_test

import data.sallyport.guardrails

test_established_domains_are_open[name] if {
	some name in ["com", "org", "de", "uk"]
	not tld_refused(["www.example", name])
}

test_new_domains_are_closed[name] if {
	some name in ["zip", "mov", "xn--q9jyb4c", "c0m"]
	tld_refused(["www.example", name])
}

test_only_the_last_label_counts if {
	not tld_refused(["zip.example.com", "example.com", "com"])
	tld_refused(["example.com.zip", "com.zip", "zip"])
}

test_names_without_a_domain_and_addresses_are_closed[name] if {
	some name in ["intranet", "192.0.2.1", "2001:db8::1"]
	tld_refused([name])
}

test_without_the_list_only_countries_are_open if {
	tld_refused(["example.com", "com"]) with data.lists as {}
	not tld_refused(["example.de", "de"]) with data.lists as {}
}

tld_refused(suffixes) if {
	some deny in guardrails.deny with input as {"net": {"host": suffixes[0], "suffixes": suffixes}}
	deny.rule == "new-tld"
}
