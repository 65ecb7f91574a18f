# Sites that publish what anybody sends them.
package sallyport.guardrails

# METADATA
# title: paste sites are closed
# description: Attach the text to the ticket instead.
deny contains {"rule": "no-paste"} if {
	some name in input.net.suffixes
	name in data.lists.paste_sites
}
