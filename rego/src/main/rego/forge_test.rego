package sallyport.forge_test

import data.sallyport.forge

# An operation in short: its action, its object, and as far as they are known repository, ref and more.
short(operation) := concat(" ", array.concat([operation.action, operation.object], [text |
	some name in ["owner", "repository", "project", "ref", "force", "mutation", "option"]
	value := operation[name]
	not repeated(operation, name)
	text := sprintf("%s=%v", [name, value])
]))

# A repository names its owner.
repeated(operation, "owner") if operation.repository

operations(net) := {short(operation) | some operation in found} if {
	found := forge.operations with input as {"net": net} with data.lists as {"forges": {
		"git.corp.test": "gitlab",
		"code.corp.test": "gitea",
		"hub.corp.test": "github",
	}}
}

net(host, method, path) := {
	"host": host,
	"suffixes": [concat(".", array.slice(names, from, count(names))) | some from in numbers.range(0, count(names) - 1)],
	"method": method,
	"path": path,
	"segments": split(trim_prefix(path, "/"), "/"),
} if {
	names := split(host, ".")
}

rest(host, method, path, body) := operations(object.union(
	net(host, method, path),
	{"content_type": "application/json", "body": {"json": body}},
))

does(host, method, path, body, expected) if {
	got := rest(host, method, path, body)
	print(host, method, path, got)
	got == {expected}
}

git(host, repository, more) := operations(object.union(
	net(host, "POST", concat("", ["/", repository, ".git/git-receive-pack"])),
	{"git": object.union({"operation": "push", "repository": repository}, more)},
))

ref(name, create, delete) := {"name": name, "create": create, "delete": delete, "fast_forward": false}

forward(name) := {"name": name, "create": false, "delete": false, "fast_forward": true}

test_other_hosts_have_none if {
	rest("www.example.com", "POST", "/", {}) == set()
	rest("github.com.example.com", "POST", "/", {}) == set()
	rest("notgithub.com", "POST", "/", {}) == set()
}

test_a_tunnel_does_nothing if operations({"host": "github.com", "suffixes": ["github.com"]}) == set()

test_fetches if {
	fetched := {"git": {"operation": "fetch", "repository": "Acme/Tool"}}
	got := operations(object.union(net("github.com", "POST", "/Acme/Tool.git/git-upload-pack"), fetched))
	got == {"fetch repository repository=acme/tool"}
}

test_each_ref_of_a_push_is_one if {
	refs := [forward("refs/heads/x"), ref("refs/heads/y", false, false), ref("refs/tags/v1", true, false), ref("refs/heads/old", false, true)]
	git("github.com", "Acme/tool", {"refs": refs}) == {
		"push ref repository=acme/tool ref=refs/heads/x",
		"push ref repository=acme/tool ref=refs/heads/y force=true",
		"push ref repository=acme/tool ref=refs/tags/v1",
		"delete ref repository=acme/tool ref=refs/heads/old",
	}
}

test_a_push_that_names_no_ref_yet if {
	git("github.com", "acme/tool", {}) == {"push repository repository=acme/tool"}
	git("github.com", "acme/tool", {"refs": [], "options": []}) == {"push repository repository=acme/tool"}
}

test_push_options_are_writes if {
	git("gitlab.com", "acme/tool", {"refs": [ref("refs/heads/x", true, false)], "options": ["merge_request.create"]}) == {
		"push ref repository=acme/tool ref=refs/heads/x",
		"write push_option repository=acme/tool option=merge_request.create",
	}
}

test_groups_are_of_gitlab_alone if {
	git("git.corp.test", "acme/group/tool", {}) == {"push repository repository=acme/group/tool"}
	git("github.com", "acme/group/tool", {}) == {"push repository"}
	git("code.corp.test", "tool", {}) == {"push repository"}
	git("github.com", "acme//tool", {}) == {"push repository"}
}

test_a_gist_is_nobodys_repository if {
	git("gist.github.com", "acme/0123abcd", {"refs": [ref("refs/heads/main", false, false)]}) == {"push gist"}
	does("gist.github.com", "GET", "/acme/0123abcd", null, "read gist")
	does("gist.github.com", "POST", "/", null, "write gist")
	does("api.github.com", "POST", "/gists", {}, "write gist")
	does("api.github.com", "DELETE", "/gists/1", null, "delete gist")
	does("git.corp.test", "POST", "/api/v4/snippets", {}, "write gist")
	does("api.bitbucket.org", "POST", "/2.0/snippets/acme", {}, "write gist")
}

test_pages_and_archives_are_read[url] if {
	some url in [
		"github.com /Acme/tool/issues",
		"codeload.github.com /acme/tool/tar.gz/refs/heads/main",
		"raw.githubusercontent.com /acme/tool/main/README",
		"bitbucket.org /acme/tool/src",
		"code.corp.test /acme/tool",
	]
	[host, path] := split(url, " ")
	does(host, "GET", path, null, "read page repository=acme/tool")
}

test_the_api_is_read if {
	does("api.github.com", "GET", "/repos/acme/Tool/pulls/1", null, "read api repository=acme/tool")
	does("hub.corp.test", "GET", "/api/v3/repos/acme/tool", null, "read api repository=acme/tool")
	does("code.corp.test", "HEAD", "/api/v1/repos/acme/tool", null, "read api repository=acme/tool")
	does("git.corp.test", "GET", "/api/v4/projects/7/issues", null, "read api project=7")
	does("api.github.com", "GET", "/user/repos", null, "read api")
	does("git.corp.test", "GET", "/acme/group/tool", null, "read page owner=acme")
}

# What a push by git does, done by the API.
test_code_is_changed_by_the_api if {
	repo := "/repos/acme/tool"
	main := {"ref": "refs/heads/main"}
	does("api.github.com", "POST", concat("", [repo, "/git/refs"]), main, "push ref repository=acme/tool ref=refs/heads/main")
	does(
		"api.github.com", "PATCH", concat("", [repo, "/git/refs/heads/main"]), {"force": true},
		"push ref repository=acme/tool ref=refs/heads/main force=true",
	)
	does("api.github.com", "PATCH", concat("", [repo, "/git/refs/heads/a/b"]), {}, "push ref repository=acme/tool ref=refs/heads/a/b")
	does("api.github.com", "DELETE", concat("", [repo, "/git/refs/heads/a"]), null, "delete ref repository=acme/tool ref=refs/heads/a")
	does("api.github.com", "POST", concat("", [repo, "/git/commits"]), {}, "push objects repository=acme/tool")
	does(
		"api.github.com", "PUT", concat("", [repo, "/contents/a/b"]), {"branch": "x"},
		"push ref repository=acme/tool ref=refs/heads/x",
	)
	does("api.github.com", "DELETE", concat("", [repo, "/contents/a"]), {}, "push ref repository=acme/tool")
	does("code.corp.test", "POST", "/api/v1/repos/acme/tool/branches", {"new_branch_name": "x"}, "push ref repository=acme/tool ref=refs/heads/x")
	does("code.corp.test", "DELETE", "/api/v1/repos/acme/tool/branches/x", null, "delete ref repository=acme/tool ref=refs/heads/x")
	does("git.corp.test", "POST", "/api/v4/projects/7/repository/commits", {"branch": "x"}, "push ref project=7 ref=refs/heads/x")
	does("git.corp.test", "DELETE", "/api/v4/projects/7/repository/tags/v1", null, "delete ref project=7 ref=refs/tags/v1")
	does("git.corp.test", "PUT", "/api/v4/projects/7/repository/files/a", {"branch": "x"}, "push ref project=7 ref=refs/heads/x")
	does("api.bitbucket.org", "POST", "/2.0/repositories/acme/tool/src", null, "push ref repository=acme/tool")
}

# A server that folds cases takes the other spelling.
test_each_branch_that_may_be_written_is_named if {
	body := {"branch": "agent/x", "New_Branch": "main"}
	rest("code.corp.test", "POST", "/api/v1/repos/acme/tool/contents/a", body) == {
		"push ref repository=acme/tool ref=refs/heads/agent/x",
		"push ref repository=acme/tool ref=refs/heads/main",
	}
}

# Which of the two counts, only the forge knows.
test_a_branch_in_the_body_does_not_count_beside_a_query if {
	request := object.union(net("api.github.com", "PUT", "/repos/acme/tool/contents/a"), {
		"query": {"branch": ["main"]},
		"body": {"json": {"branch": "agent/x"}},
	})
	operations(request) == {"push ref repository=acme/tool"}
}

test_merges if {
	does("api.github.com", "PUT", "/repos/acme/tool/pulls/1/merge", {}, "merge ref repository=acme/tool")
	does("api.github.com", "POST", "/repos/acme/tool/merges", {"base": "main"}, "merge ref repository=acme/tool ref=refs/heads/main")
	does("api.github.com", "POST", "/repos/acme/tool/merge-upstream", {"branch": "main"}, "merge ref repository=acme/tool ref=refs/heads/main")
	does("git.corp.test", "PUT", "/api/v4/projects/7/merge_requests/1/merge", {}, "merge ref project=7")
	does("api.bitbucket.org", "POST", "/2.0/repositories/acme/tool/pullrequests/1/merge", {}, "merge ref repository=acme/tool")
}

test_issues_and_pull_requests if {
	does("api.github.com", "POST", "/repos/acme/tool/issues/1/comments", {}, "write issues repository=acme/tool")
	does("api.github.com", "POST", "/repos/acme/tool/pulls", {}, "write pulls repository=acme/tool")
	does("git.corp.test", "POST", "/api/v4/projects/7/merge_requests", {}, "write pulls project=7")
}

test_releases if {
	does("api.github.com", "POST", "/repos/acme/tool/releases", {}, "release releases repository=acme/tool")
	does("uploads.github.com", "POST", "/repos/acme/tool/releases/1/assets", null, "release releases repository=acme/tool")
	does("api.github.com", "DELETE", "/repos/acme/tool/releases/1", null, "delete releases repository=acme/tool")
}

test_repositories if {
	does("api.github.com", "DELETE", "/repos/acme/tool", null, "delete repository repository=acme/tool")
	does("api.github.com", "PATCH", "/repos/acme/tool", {}, "write repository repository=acme/tool")
	does("api.github.com", "POST", "/user/repos", {}, "write new_repository")
	does("api.github.com", "POST", "/orgs/Acme/repos", {}, "write new_repository owner=acme")
}

test_a_fork_is_not_of_the_owner_of_its_source[path] if {
	some path in ["/repos/acme/tool/forks", "/repos/acme/tool/generate"]
	does("api.github.com", "POST", path, {}, "write new_repository")
}

test_settings_are_named if {
	does("api.github.com", "POST", "/repos/acme/tool/hooks", {}, "write hooks repository=acme/tool")
	does("api.github.com", "PUT", "/repos/acme/tool/actions/secrets/X", {}, "write actions repository=acme/tool")
	does("api.github.com", "POST", "/user/keys", {}, "write user")
}

test_large_files if {
	operations(net("github-cloud.s3.amazonaws.com", "PUT", "/alambic/media/1")) == {"push lfs"}
	operations(net("github-cloud.s3.amazonaws.com", "GET", "/alambic/media/1")) == {"fetch lfs"}
}

test_a_login_is_told if does("github.com", "POST", "/login/oauth/access_token", null, "login user")

# Whatever is not understood.
test_unknown_changes[url] if {
	some url in [
		"POST github.com /acme/tool/settings",
		"POST api.github.com /repositories/1/git/refs",
		"POST api.github.com /Repos/acme/tool/issues",
		"POST api.github.com /repos/acme",
		"POST api.github.com /",
		"get github.com /acme/tool",
		"POST copilot.github.com /x",
		"POST git.corp.test /acme/tool",
		"POST git.corp.test /api/v4/groups",
		"POST code.corp.test /api/v1/repos/migrate",
		"POST hub.corp.test /repos/acme/tool/issues",
	]
	[method, host, path] := split(url, " ")
	does(host, method, path, {}, "write unknown")
}

test_another_method_in_a_header_or_parameter_is_unknown if {
	every more in [
		{"headers": {"x-http-method-override": ["DELETE"]}},
		{"headers": {"x-method-override": ["DELETE"]}},
		{"query": {"_method": ["DELETE"]}},
	] {
		request := net("api.github.com", "POST", "/repos/acme/tool/issues")
		operations(object.union(request, more)) == {"write unknown"}
	}
}

test_a_form_may_name_another_method_at_gitlab if {
	request := net("git.corp.test", "POST", "/api/v4/projects/7/issues")
	operations(object.union(request, {"content_type": "application/x-www-form-urlencoded"})) == {"write unknown"}
}

graphql(host, path, method, call) := operations(object.union(net(host, method, path), {"graphql": call}))

mutation(fields) := graphql("api.github.com", "/graphql", "POST", {"operation": "mutation", "fields": fields})

test_queries_are_read if {
	graphql("api.github.com", "/graphql", "POST", {"operation": "query", "fields": ["viewer"]}) == {"read graphql"}
	graphql("git.corp.test", "/api/graphql", "GET", {"operation": "query", "fields": ["x"]}) == {"read graphql"}
}

test_each_field_of_a_mutation_is_one if {
	mutation(["createRef", "mergePullRequest", "createPullRequest", "addComment", "deleteRef", "createRepository"]) == {
		"push ref mutation=createRef",
		"merge ref mutation=mergePullRequest",
		"write pulls mutation=createPullRequest",
		"write issues mutation=addComment",
		"delete unknown mutation=deleteRef",
		"write unknown mutation=createRepository",
	}
}

test_other_graphql_is_unknown[name] if {
	some name, call in {
		"persisted": {"persisted": "9f"},
		"subscription": {"operation": "subscription", "fields": ["x"]},
		"nothing": {"operation": "mutation", "fields": []},
		"none": {},
	}
	graphql("api.github.com", "/graphql", "POST", call) == {"write unknown"}
	graphql("api.github.com", "/Graphql/", "GET", call) == {"write unknown"}
}
