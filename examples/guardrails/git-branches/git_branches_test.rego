package sallyport.guardrails_test

import data.sallyport.guardrails

test_branches_of_the_list_are_pushed[create] if {
	some create in [true, false]
	not push_refused([{"name": "refs/heads/agent/x", "create": create, "delete": false, "fast_forward": not_made(create)}])
}

not_made(true) := false

not_made(false) := true

test_forced_pushes_are_refused if {
	push_refused([{"name": "refs/heads/agent/x", "create": false, "delete": false, "fast_forward": false}])
}

test_other_refs_are_refused[name] if {
	some name in ["refs/heads/main", "refs/heads/agent", "refs/tags/agent/x", "refs/heads/Agent/x"]
	push_refused([{"name": name, "create": true, "delete": false}])
}

test_deletions_are_refused if push_refused([{"name": "refs/heads/agent/x", "create": false, "delete": true}])

test_one_ref_refuses_all if {
	free := {"name": "refs/heads/agent/x", "create": true, "delete": false}
	push_refused([free, {"name": "refs/heads/main", "create": false, "delete": false}])
}

test_the_question_whether_a_push_is_possible_passes if not push_refused([])

test_fetches_pass if {
	not branch_refused({"host": "git.example.com", "git": {"operation": "fetch", "repository": "o/r"}})
}

push_refused(refs) if {
	branch_refused({"host": "git.example.com", "git": {"operation": "push", "repository": "o/r", "refs": refs}})
}

branch_refused(net) if {
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "git-branches"
}
