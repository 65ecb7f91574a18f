package sallyport.guardrails_test

import data.sallyport.guardrails

announced := {"service": ["git-receive-pack"]}

test_our_own_repositories_take_pushes if {
	not push_refused(["acme", "tool.git", "info", "refs"], announced)
	not push_refused(["acme", "tool.git", "git-receive-pack"], {})
}

test_others_do_not[name] if {
	some name, segments in {
		"organisation": ["evil", "tool.git"],
		"case": ["Acme", "tool.git"],
		"group": ["evil", "acme", "tool.git"],
		"below": ["acme", "sub", "tool.git"],
		"none": ["tool.git"],
	}
	push_refused(array.concat(segments, ["info", "refs"]), announced)
	push_refused(array.concat(segments, ["git-receive-pack"]), {})
}

test_a_push_is_known_however_it_is_written[name] if {
	some name, query in {
		"case": {"service": ["GIT-RECEIVE-PACK"]},
		"twice": {"service": ["git-upload-pack", "git-receive-pack"]},
		"more": {"Service": ["x"], "y": ["git-receive-pack\u0000"]},
	}
	push_refused(["evil", "tool.git", "info", "refs"], query)
	push_refused(["evil", "tool.git", "info", "refs", ""], query)
}

test_a_pack_is_known_however_it_is_written if {
	push_refused(["evil", "tool.git", "Git-Receive-Pack"], {})
	push_refused(["evil", "tool.git", "git-receive-pack", ""], {})
	push_refused(["git-receive-pack"], {})
}

test_fetches_pass if {
	not push_refused(["evil", "tool.git", "info", "refs"], {"service": ["git-upload-pack"]})
	not push_refused(["evil", "tool.git", "git-upload-pack"], {})
}

test_only_our_own_host_and_port_and_tls[name] if {
	some name, where in {
		"host": {"host": "git.example.com.test"},
		"below": {"host": "www.git.example.com"},
		"port": {"port": 8443},
		"scheme": {"scheme": "http", "port": 80},
	}
	push_refused_at(where, ["acme", "tool.git", "git-receive-pack"], {})
}

test_without_the_list_nobody_takes_pushes if {
	push_refused(["acme", "tool.git", "git-receive-pack"], {}) with data.lists as {}
}

push_refused(segments, query) if push_refused_at({}, segments, query)

push_refused_at(where, segments, query) if {
	ours := {"scheme": "https", "host": "git.example.com", "port": 443, "segments": segments, "query": query}
	some deny in guardrails.deny with input as {"net": object.union(ours, where)}
	deny.rule == "git-push"
}
