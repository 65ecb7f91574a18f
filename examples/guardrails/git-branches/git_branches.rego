# A push of git creates and moves branches below the prefixes of a list, and touches nothing else in the repository.
package sallyport.guardrails

# The commands stand at the beginning of the body; a push that cannot be read is "unreadable", and is refused.
deny contains {"rule": "git-branches", "message": "pushes go to branches of agents alone"} if {
	input.net.host == data.lists.git_branches.host
	input.net.git.operation == "push"
	some ref in input.net.git.refs
	not free_branch(ref)
}

free_branch(ref) if {
	not ref.delete
	keeps_history(ref)
	some prefix in data.lists.git_branches.prefixes
	startswith(ref.name, concat("", ["refs/heads/", prefix]))
}

keeps_history(ref) if ref.create

keeps_history(ref) if ref.fast_forward
