# What stands under a domain, by the suffixes of the input and by walking the labels.
package corpus.suffix_walks

labels := split(input.net.host, ".")

made contains concat(".", array.slice(labels, i, count(labels))) if some i, _ in labels

deny contains {"rule": "under", "message": concat(" is under ", [input.net.host, suffix])} if {
	some suffix in input.net.suffixes
	suffix in data.lists.domains
}

deny contains {"rule": "under", "message": concat(" is under ", [input.net.host, suffix])} if {
	some suffix in made
	suffix in data.lists.domains
}

nearest := [suffix | some suffix in input.net.suffixes; suffix in data.lists.domains][0]

top := labels[count(labels) - 1]

depths[count(split(suffix, "."))] := suffix if some suffix in input.net.suffixes

as_told if made == {suffix | some suffix in input.net.suffixes}
