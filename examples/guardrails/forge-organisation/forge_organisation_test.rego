package sallyport.guardrails_test

import data.sallyport.forge
import data.sallyport.guardrails

test_reading_is_free if {
	not forge_refused({"action": "read", "object": "api"})
	not forge_refused({"action": "fetch", "object": "repository", "owner": "evil"})
}

test_our_agents_push_to_their_branches if {
	not forge_refused({"action": "push", "object": "repository", "owner": "acme"})
	not forge_refused({"action": "push", "object": "ref", "owner": "acme", "ref": "refs/heads/agent/x"})
}

test_other_pushes_are_refused[name] if {
	some name, more in {
		"owner": {"owner": "evil"},
		"branch": {"ref": "refs/heads/main"},
		"tag": {"ref": "refs/tags/agent/x"},
		"force": {"force": true},
		"large file": {"object": "lfs"},
	}
	pushed := {"action": "push", "object": "ref", "owner": "acme", "ref": "refs/heads/agent/x"}
	forge_refused(object.union(pushed, more))
}

test_a_push_of_nobody_knows_whose_is_refused if {
	forge_refused({"action": "push", "object": "repository"})
	forge_refused({"action": "push", "object": "ref", "owner": "acme"})
}

test_other_changes_are_refused[action] if {
	some action in ["delete", "merge", "release", "write", "login"]
	forge_refused({"action": action, "object": "ref", "owner": "acme", "ref": "refs/heads/agent/x"})
}

test_issues_and_pull_requests_are_ours_alone if {
	not forge_refused({"action": "write", "object": "pulls", "owner": "acme"})
	forge_refused({"action": "write", "object": "pulls", "owner": "evil"})
	forge_refused({"action": "write", "object": "hooks", "owner": "acme"})
}

test_mutations_are_named if {
	not forge_refused({"action": "write", "object": "pulls", "mutation": "createPullRequest"})
	forge_refused({"action": "write", "object": "issues", "mutation": "addComment"})
}

forge_refused(operation) if {
	some deny in guardrails.deny with forge.operations as {operation}
	deny.rule == "forge-organisation"
}
