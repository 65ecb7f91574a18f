# Sites that publish what anybody sends them, gists of GitHub's API among them.
package sallyport.guardrails

deny contains {"rule": "paste-sites", "message": "paste sites and gists are closed"} if paste_site

deny contains {"rule": "paste-sites", "message": "the list paste_sites is missing"} if not has_paste_sites

# In a rule of its own: `not is_array(...)` alone is undefined without the list, and denies nothing.
has_paste_sites if is_array(data.lists.paste_sites)

paste_site if {
	some name in input.net.suffixes
	name in data.lists.paste_sites
}

# A gist is made by a path of the API, too, or by its GraphQL, whose body no rule sees.
paste_site if {
	input.net.host == "api.github.com"
	some segment in input.net.segments
	lower(segment) in {"gists", "graphql"}
}
