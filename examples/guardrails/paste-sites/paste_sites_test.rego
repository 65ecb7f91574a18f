package sallyport.guardrails_test

import data.sallyport.guardrails

test_a_paste_site_is_closed_for_tunnels_and_requests if {
	paste_refused({"scheme": "https", "host": "pastebin.com", "suffixes": ["pastebin.com", "com"]})
	paste_refused({"scheme": "http", "host": "pastebin.com", "suffixes": ["pastebin.com", "com"], "method": "HEAD"})
}

test_all_below_a_paste_site_is_closed if {
	paste_refused({"host": "a.pastebin.com", "suffixes": ["a.pastebin.com", "pastebin.com", "com"]})
}

test_names_that_only_look_like_a_paste_site_are_open if {
	every host in ["notpastebin.com", "pastebin.com.example", "github.com"] {
		not paste_refused({"host": host, "suffixes": [host, "com"]})
	}
}

test_gists_are_closed_in_the_api[name] if {
	some name, segments in {"all": ["gists"], "case": ["Gists", "1"], "user": ["users", "ann", "gists"], "ql": ["graphql"]}
	paste_refused({"host": "api.github.com", "suffixes": ["api.github.com", "github.com", "com"], "segments": segments})
}

test_the_rest_of_the_api_is_open if {
	api := {"host": "api.github.com", "suffixes": ["api.github.com", "github.com", "com"], "segments": ["repos", "a", "b"]}
	not paste_refused(api)
}

test_without_the_list_of_paste_sites_everything_is_closed[name] if {
	some name, lists in {"none": {}, "text": {"paste_sites": "pastebin.com"}, "null": {"paste_sites": null}}
	paste_refused({"host": "github.com", "suffixes": ["github.com", "com"]}) with data.lists as lists
}

test_paste_sites_are_written_as_input_has_them if {
	every name in data.lists.paste_sites {
		regex.match(`^[a-z0-9-]+(\.[a-z0-9-]+)+$`, name)
	}
}

paste_refused(net) if {
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "paste-sites"
}
