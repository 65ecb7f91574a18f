# Releases are written by jobs of the release branch alone, as the claim "ref" of their identity token says.
package sallyport.guardrails

deny contains {"rule": "release-branch", "message": "only jobs of the release branch write here"} if {
	releases
	writes
	not of_release_branch
}

releases if input.net.host in data.lists.releases.hosts

# Without the list every host has releases, and no branch is the right one.
releases if not has_releases

has_releases if is_array(data.lists.releases.hosts)

# Undefined at a CONNECT, which is therefore opened.
writes if {
	input.net.method != "GET"
	input.net.method != "HEAD"
}

of_release_branch if {
	input.identity.issuer == data.lists.releases.issuer
	input.identity.claims.ref in data.lists.releases.refs
}
