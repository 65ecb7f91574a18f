package sallyport.guardrails_test

import data.sallyport.guardrails

asked(method, host) := {"net": {"method": method, "host": host, "suffixes": [host]}}

names(request) := {refused.rule |
	denies := guardrails.deny with input as request
	some refused in denies
}

test_paste_sites_are_closed if {
	"no-paste" in names(asked("GET", "paste.example.com"))
	count(names(asked("GET", "api.example.com"))) == 0
}

test_only_listed_hosts_are_written_to if {
	"writes-by-list" in names(asked("POST", "www.example.com"))
	count(names(asked("POST", "api.example.com"))) == 0
}

test_lists_are_written_as_the_input_has_hosts if {
	every list in data.lists {
		every host in list {
			host == lower(host)
			not contains(host, "*")
		}
	}
}
