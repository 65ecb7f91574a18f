# Which grants cover the request.
#
# The grants are data, made from the documents of one sandbox and indexed so that the request's own keys find them: the
# cost of a decision grows neither with the number of hosts nor with the number of paths on one host.
#
#   data.sallyport.index
#     sides    kind of question -> the sides that must each grant it
#     SIDE     scheme -> port or "*" -> host suffix or "*" -> list of covers
#     paths    list of path tables: path prefix -> slot
#     rules    number of a grant -> its name; numbers follow the order of the documents
#     modes    number of a grant -> "enforce" or "report"
#
# A cover says which hosts it is for: its key (`self`), one label below it (`child`), one or more (`below`), every host
# (`any`, under "*"), or those that an anchored expression matches. What is granted on them: `first`, the first grant of
# all, is all that CONNECT needs; `tunnel` says that no grant looks inside; `whole` is the first grant without any
# condition; `paths` is the number of the table that holds the others. A slot has `free`, the first grant of everything
# at and below the prefix, and `bound`, those with conditions, in which "*" stands for none.
package sallyport.matching

# What the sides have granted together: the first grant in document order, and whether a tunnel may stay closed.
# Undefined where one side grants nothing, or where there is none to ask.
granted := {"first": min(firsts), "tunnel": count(tunnels) == count(sides)} if {
	sides := data.sallyport.index.sides[input.kind]
	answers := [answer | some side in sides; answer := answered(side)]
	count(answers) == count(sides)
	firsts := [answer.first | some answer in answers]
	tunnels := [true | some answer in answers; answer.tunnel == true]
}

answered(side) := {"first": min(firsts), "tunnel": count(tunnels) == count(found)} if {
	input.kind == "connect"
	found := covers(side)
	firsts := [cover.first | some cover in found]
	tunnels := [true | some cover in found; cover.tunnel == true]
}

answered(side) := {"first": min(array.concat(wholes, pathed)), "tunnel": false} if {
	input.kind != "connect"
	found := covers(side)
	wholes := [cover.whole | some cover in found]
	pathed := [grant |
		some cover in found
		some prefix in input.net.prefixes
		some grant in standing(data.sallyport.index.paths[cover.paths][prefix])
	]
}

covers(side) := [cover |
	keys := array.concat(input.net.suffixes, ["*"])
	some port in [format_int(input.net.port, 10), "*"]
	some below, key in keys
	some cover in data.sallyport.index[side][input.net.scheme][port][key]
	host_fits(cover.hosts, below)
]

standing(slot) := array.concat(
	[grant | grant := slot.free],
	[bound.grant |
		some bound in slot.bound
		path_fits(bound.path)
		method_fits(bound.methods)
		query_fits(bound.query)
	],
)

host_fits("self", 0)

host_fits("child", 1)

host_fits("below", below) if below > 0

host_fits("any", _)

host_fits(pattern, _) if {
	startswith(pattern, "^")
	regex.match(pattern, input.net.host)
}

path_fits("*")

path_fits(path) if path == input.net.path

path_fits(pattern) if {
	startswith(pattern, "^")
	regex.match(pattern, input.net.path)
}

method_fits("*")

method_fits(methods) if methods[input.net.method]

query_fits("*")

# The request's parameters are exactly the pattern's, in any order. A query that cannot be read has none to compare.
query_fits(parameters) if {
	asked := input.net.query
	parameters == {name: sort(values) | some name, values in asked}
}
