package sallyport.guardrails_test

import data.sallyport.guardrails

release_lists := {"releases": {"hosts": ["releases.example.com"], "issuer": "ci", "refs": ["refs/heads/release"]}}

test_a_job_of_the_release_branch_writes if {
	not release_refused("releases.example.com", "PUT", {"issuer": "ci", "claims": {"ref": "refs/heads/release"}})
}

test_others_do_not[name] if {
	some name, identity in {
		"no token": {"kind": "token"},
		"another branch": {"issuer": "ci", "claims": {"ref": "refs/heads/mine"}},
		"another issuer": {"issuer": "staging", "claims": {"ref": "refs/heads/release"}},
		"a list": {"issuer": "ci", "claims": {"ref": ["refs/heads/release"]}},
	}
	release_refused("releases.example.com", "PUT", identity)
}

test_everybody_reads if not release_refused("releases.example.com", "GET", {"kind": "token"})

test_other_hosts_are_open if not release_refused("www.example.com", "POST", {"kind": "token"})

test_without_the_list_nothing_is_written if {
	identity := {"issuer": "ci", "claims": {"ref": "refs/heads/release"}}
	some deny in guardrails.deny with input as release_call("www.example.com", "POST", identity) with data.lists as {}
	deny.rule == "release-branch"
}

release_refused(host, method, identity) if {
	some deny in guardrails.deny with input as release_call(host, method, identity) with data.lists as release_lists
	deny.rule == "release-branch"
}

release_call(host, method, identity) := {
	"kind": "http",
	"net": {"host": host, "method": method, "path": "/tool"},
	"identity": identity,
}
