# What a request does at a forge: GitHub, GitLab, Gitea, Forgejo or Bitbucket; by git, by its API, or by its pages.
#
# Guardrails import it. The table of operations is in docs/forges.md. Self-managed hosts are data:
#
#   data.lists.forges   host -> "github", "gitlab", "gitea" (Forgejo, too) or "bitbucket"
#
# What is not understood is the operation `write` of `unknown`, never a read, and has neither owner nor repository.
package sallyport.forge

# What the request does, an object each. At other hosts, and at a CONNECT, there are none.
operations contains operation if {
	kind
	input.net.method
	some operation in found
}

# The kind of forge that the host is. Undefined elsewhere.
kind := "github" if "github.com" in input.net.suffixes

kind := "github" if "githubusercontent.com" in input.net.suffixes

kind := "github" if large_files

kind := "gitlab" if "gitlab.com" in input.net.suffixes

kind := "bitbucket" if "bitbucket.org" in input.net.suffixes

kind := "gitea" if "codeberg.org" in input.net.suffixes

kind := name if name := self_managed

self_managed := name if name := object.get(data.lists, "forges", {})[input.net.host]

# Where GitHub stores large files, at addresses that the batch of LFS names.
large_files if input.net.host == "github-cloud.s3.amazonaws.com"

large_files if input.net.host == "github-cloud.githubusercontent.com"

gists if input.net.host in {"gist.github.com", "gist.githubusercontent.com"}

found := by_git if input.net.git.operation

else := by_graphql if is_graphql

else := reads if input.net.method in {"GET", "HEAD"}

else := [{"action": "login", "object": "user"}] if is_login

else := [unknown] if overridden

else := [object.union(change, place_of_change(change.object)) | some change in known_changes] if count(known_changes) > 0

else := [unknown]

unknown := {"action": "write", "object": "unknown"}

is_login if {
	input.net.host == "github.com"
	input.net.path in {"/login/device/code", "/login/oauth/access_token"}
}

# Some servers take another method than the one of the request from here. Which, nobody knows beforehand.
overridden if {
	some name in ["x-http-method-override", "x-http-method", "x-method-override"]
	input.net.headers[name]
}

overridden if input.net.query._method

overridden if {
	kind == "gitlab"
	input.net.content_type in {"application/x-www-form-urlencoded", "multipart/form-data"}
}

# Git, and Git LFS.

by_git contains {"action": "fetch", "object": "gist"} if {
	gists
	input.net.git.operation == "fetch"
}

by_git contains {"action": "push", "object": "gist"} if {
	gists
	input.net.git.operation == "push"
}

by_git contains object.union({"action": "fetch", "object": "repository"}, place_of_git) if {
	not gists
	input.net.git.operation == "fetch"
}

# An advertisement, the question whether a push is possible, and large files name no ref.
by_git contains object.union({"action": "push", "object": "repository"}, place_of_git) if {
	not gists
	input.net.git.operation == "push"
	not names_refs
}

by_git contains object.union(object.union(pushed, forced_by_git(ref)), place_of_git) if {
	not gists
	some ref in input.net.git.refs
	not ref.delete
	pushed := {"action": "push", "object": "ref", "ref": ref.name, "create": ref.create}
}

by_git contains object.union({"action": "delete", "object": "ref", "ref": ref.name}, place_of_git) if {
	not gists
	some ref in input.net.git.refs
	ref.delete
}

# GitLab takes commands as push options, such as one that merges.
by_git contains object.union({"action": "write", "object": "push_option", "option": option}, place_of_git) if {
	some option in input.net.git.options
}

forced_by_git(ref) := {} if ref.create

else := {} if ref.fast_forward

else := {"force": true}

names_refs if count(input.net.git.refs) > 0

place_of_git := place(split(lower(input.net.git.repository), "/"))

# Forges do not tell cases apart. Groups of GitLab may have groups.
place(names) := {"owner": names[0], "repository": concat("/", names)} if is_place(names)

else := {}

is_place(names) if {
	count(names) == 2
	not "" in names
}

is_place(names) if {
	kind == "gitlab"
	count(names) > 2
	not "" in names
}

# GraphQL. A mutation names its objects by ids, which do not say whose they are.

is_graphql if {
	input.net.host == "api.github.com"
	lower(input.net.segments[0]) == "graphql"
}

is_graphql if {
	lower(input.net.segments[0]) == "api"
	lower(input.net.segments[1]) == "graphql"
}

by_graphql contains {"action": "read", "object": "graphql"} if input.net.graphql.operation == "query"

by_graphql contains operation if {
	input.net.graphql.operation == "mutation"
	some field in input.net.graphql.fields
	operation := object.union(mutation(field), {"mutation": field})
}

by_graphql contains unknown if not graphql_understood

graphql_understood if input.net.graphql.operation == "query"

graphql_understood if {
	input.net.graphql.operation == "mutation"
	count(input.net.graphql.fields) > 0
}

mutation(field) := {"action": "push", "object": "ref"} if field in pushing_mutations

else := {"action": "merge", "object": "ref"} if field in merging_mutations

else := {"action": "write", "object": "pulls"} if field in pull_mutations

else := {"action": "write", "object": "issues"} if field in issue_mutations

else := {"action": "delete", "object": "unknown"} if regex.match("^(delete|remove|destroy)", field)

else := unknown

pushing_mutations := {"createCommitOnBranch", "createRef", "updatePullRequestBranch", "updateRef", "updateRefs"}

merging_mutations := {
	"enablePullRequestAutoMerge", "enqueuePullRequest", "mergeBranch", "mergePullRequest",
	"mergeRequestAccept",
}

pull_mutations := {
	"addPullRequestReview", "addPullRequestReviewComment", "addPullRequestReviewThread",
	"addPullRequestReviewThreadReply", "closePullRequest", "convertPullRequestToDraft", "createPullRequest",
	"markPullRequestReadyForReview", "mergeRequestCreate", "mergeRequestUpdate", "reopenPullRequest",
	"requestReviews", "resolveReviewThread", "submitPullRequestReview", "unresolveReviewThread",
	"updatePullRequest", "updatePullRequestReview", "updatePullRequestReviewComment",
}

issue_mutations := {
	"addAssigneesToAssignable", "addComment", "addLabelsToLabelable", "addReaction", "closeIssue", "createIssue",
	"reopenIssue", "updateIssue", "updateIssueComment",
}

# Reading: by the API and by pages.

reads := [{"action": "fetch", "object": "lfs"}] if large_files

else := [{"action": "read", "object": "gist"}] if gists

else := [object.union({"action": "read", "object": object_read}, place_of_call)]

object_read := "api" if count(api) > 0

else := "page"

# REST. The segments below the root of the API; empty for a page.

api := input.net.segments if {
	kind == "github"
	input.net.host in {"api.github.com", "uploads.github.com"}
}

else := array.slice(input.net.segments, 2, count(input.net.segments)) if {
	[input.net.segments[0], input.net.segments[1]] in api_roots[kind]
}

else := array.slice(input.net.segments, 1, count(input.net.segments)) if {
	input.net.host == "api.bitbucket.org"
	input.net.segments[0] == "2.0"
}

else := []

api_roots := {
	"github": [["api", "v3"], ["api", "uploads"]],
	"gitlab": [["api", "v4"]],
	"gitea": [["api", "v1"]],
}

# The call below a repository, and whose repository it is. A project of GitLab's API is a number.
place_of_call := place([lower(api[1]), lower(api[2])]) if {
	in_repository
	kind != "gitlab"
}

else := {"owner": lower(api[1])} if {
	api[0] == "orgs"
	kind != "gitlab"
}

else := {"project": api[1]} if in_repository

else := {"owner": lower(input.net.segments[0])} if {
	has_pages
	kind == "gitlab"
}

else := place([lower(input.net.segments[0]), trim_suffix(lower(input.net.segments[1]), ".git")]) if has_pages

else := {}

in_repository if {
	api[0] in {"repos", "repositories"}
	kind in {"github", "gitea", "bitbucket"}
	api[0] == {"github": "repos", "gitea": "repos", "bitbucket": "repositories"}[kind]
	count(api) > 2
}

in_repository if {
	kind == "gitlab"
	api[0] == "projects"
	count(api) > 1
}

# Pages and archives stand below the name of the repository.
has_pages if {
	count(api) == 0
	count(input.net.segments) > 1
	has_repositories
}

has_repositories if input.net.host in pages

has_repositories if self_managed

pages := {
	"github.com", "www.github.com", "codeload.github.com", "raw.githubusercontent.com", "gitlab.com",
	"codeberg.org", "bitbucket.org",
}

call := array.slice(api, 3, count(api)) if {
	in_repository
	kind != "gitlab"
}

else := array.slice(api, 2, count(api)) if in_repository

# A fork is asked for at the repository that it is made of, and may become anybody's.
place_of_change(what) := {} if {
	what == "new_repository"
	in_repository
}

else := place_of_call

# A parameter of a change. Where the query has any, nobody knows which one counts, and some servers fold cases.
parameter(name) := value if {
	not has_query
	some key, value in input.net.body.json
	lower(key) == name
	is_string(value)
}

has_query if count(input.net.query) > 0

branch(name) := concat("", ["refs/heads/", parameter(name)])

# The changes that are known. One is a refinement of another where both name a ref.

known_changes contains {"action": "push", "object": "lfs"} if large_files

known_changes contains {"action": verb, "object": "gist"} if gists

known_changes contains {"action": verb, "object": "gist"} if api[0] in {"gists", "snippets"}

known_changes contains {"action": verb, "object": "gist"} if call[0] == "snippets"

known_changes contains {"action": verb, "object": object_of_owner} if {
	api[0] == "orgs"
	count(api) > 2
	kind != "gitlab"
}

known_changes contains {"action": verb, "object": "user"} if {
	api[0] == "user"
	api[1] != "repos"
}

known_changes contains {"action": "write", "object": "new_repository"} if api == ["user", "repos"]

known_changes contains {"action": verb, "object": "repository"} if {
	in_repository
	count(call) == 0
}

known_changes contains change if {
	in_repository
	count(call) > 0
	count(changes_of_code) == 0
	change := {"action": verb_of_call, "object": object_of_call}
}

known_changes contains change if some change in changes_of_code

object_of_owner := "new_repository" if api[2] == "repos"

else := api[2]

object_of_call := "pulls" if call[0] in {"merge_requests", "pullrequests"}

else := "new_repository" if call[0] in {"fork", "forks", "generate"}

else := call[0]

verb := "delete" if input.net.method == "DELETE"

else := "write"

verb_of_call := "release" if {
	call[0] in {"releases", "downloads"}
	verb == "write"
}

else := verb

# Changes of code by the API: what a push would do.

changes_of_code contains push_to("ref", object.union({"ref": parameter("ref")}, forced)) if {
	call == ["git", "refs"]
	input.net.method == "POST"
}

changes_of_code contains push_to("ref", object.union({"ref": named_ref}, forced)) if {
	input.net.method == "PATCH"
	named_ref
}

changes_of_code contains {"action": "delete", "object": "ref", "ref": named_ref} if input.net.method == "DELETE"

named_ref := concat("/", array.concat(["refs"], array.slice(call, 2, count(call)))) if {
	[call[0], call[1]] == ["git", "refs"]
	count(call) > 3
}

forced := {"force": true} if input.net.body.json.force

else := {}

changes_of_code contains push_to("objects", {}) if {
	input.net.method == "POST"
	call in [["git", "blobs"], ["git", "commits"], ["git", "tags"], ["git", "trees"]]
}

changes_of_code contains push_to("ref", {}) if {
	writes_files
	count(written_branches) == 0
}

changes_of_code contains push_to("ref", {"ref": ref}) if {
	writes_files
	some ref in written_branches
}

writes_files if {
	call[0] in {"contents", "diffpatch"}
	kind != "gitlab"
}

writes_files if {
	kind == "gitlab"
	call[0] == "repository"
	call[1] in {"commits", "files"}
}

writes_files if {
	kind == "bitbucket"
	call[0] == "src"
}

# Gitea writes to the new branch, if there is one.
written_branches contains branch(name) if {
	kind != "bitbucket"
	some name in ["branch", "new_branch"]
}

changes_of_code contains object.union({"action": "merge", "object": "ref"}, {"ref": branch("base")}) if {
	call == ["merges"]
}

changes_of_code contains object.union({"action": "merge", "object": "ref"}, {"ref": branch("branch")}) if {
	call[0] == "merge-upstream"
}

# Into which branch, only the forge knows.
changes_of_code contains {"action": "merge", "object": "ref"} if {
	call[0] in {"pulls", "merge_requests", "pullrequests"}
	call[2] == "merge"
}

changes_of_code contains push_to("ref", {}) if {
	call[0] in {"pulls", "merge_requests"}
	call[2] in {"update-branch", "update", "rebase"}
}

changes_of_code contains push_to("ref", {"ref": branch("new_branch_name")}) if {
	kind == "gitea"
	call == ["branches"]
}

changes_of_code contains push_to("ref", {"ref": branch("branch")}) if {
	kind == "gitlab"
	call == ["repository", "branches"]
}

changes_of_code contains push_to("ref", {"ref": concat("", ["refs/tags/", parameter("tag_name")])}) if {
	call in [["tags"], ["repository", "tags"]]
	input.net.method == "POST"
}

changes_of_code contains {"action": "delete", "object": "ref", "ref": ref} if {
	input.net.method == "DELETE"
	some [prefix, folder] in [
		[["branches"], "heads"], [["tags"], "tags"],
		[["repository", "branches"], "heads"], [["repository", "tags"], "tags"],
		[["refs", "branches"], "heads"], [["refs", "tags"], "tags"],
	]
	ref := deleted(prefix, folder)
}

deleted(prefix, folder) := concat("/", array.concat(["refs", folder], name)) if {
	array.slice(call, 0, count(prefix)) == prefix
	name := array.slice(call, count(prefix), count(call))
	count(name) > 0
	not is_setting(name)
}

is_setting(name) if name[1] in {"protection", "rename"}

push_to(what, more) := object.union({"action": "push", "object": what}, more)
