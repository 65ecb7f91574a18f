# Quantifiers, and what is not there.
package corpus.every_and_not

short if {
	every segment in input.net.segments {
		count(segment) < 6
		not contains(segment, "%")
	}
}

single if {
	every key, values in input.net.query {
		count(values) == 1
		key != ""
	}
}

deny contains {"rule": "long", "message": "a segment is long"} if not short

deny contains {"rule": "twice", "message": "a key stands twice"} if not single

deny contains {"rule": "no-method", "message": "no method"} if not input.net.method

deny contains {"rule": "not-get", "message": input.net.method} if input.net.method != "GET"

deny contains {"rule": "unlabelled", "message": label} if {
	some label in ["team", "until", "tier"]
	not input.sandbox.labels[label]
}

nothing if not data.lists.nothing

nested if {
	every prefix in input.net.prefixes {
		some other in input.net.prefixes
		startswith(other, prefix)
	}
}
