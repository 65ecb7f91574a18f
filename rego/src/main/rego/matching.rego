# Which grants cover the request.
#
# The grants are data, made from the documents of one sandbox and indexed so that the request's own keys find them: the
# cost of a decision grows neither with the number of hosts nor with the number of paths on one host.
#
#   data.sallyport.index
#     sides    kind of question -> the sides that must each grant it, the narrowest first
#     credentials  name of a credential -> the part that says for which requests it is granted, laid out as the grants
#              of a side are; absent where none is
#     unbounded  kind of question -> true, where the documents are a ceiling for other kinds alone; no side is asked of it
#     denials  what is refused whatever the sides grant, laid out as the grants of a side are; absent where nothing is
#     SIDE     the grants of one side:
#       hosts    host suffix, or "*" -> list of groups
#       paths    list of path tables: path prefix -> slot
#       rules    number of a grant -> its name; numbers follow the order of the documents
#       modes    number of a grant -> "enforce" or "report"; `audited` is true where one of the policy's is "report"
#       addresses  number of a grant, as text -> the blocks of addresses it is for; none where it says nothing of them
#
# A group says which hosts it is for, by its key: the key itself (`self`), names one label below it (`child`), names any
# number of labels below it (`below`), every host (`any`, at "*"), or names that match an anchored expression
# (`{"matching": RE2}`). It is of one scheme, and holds one cover for each port ("*" is any port). A request that opens a
# WebSocket is granted by groups of `ws` and `wss` alone; so that its tunnel is opened, CONNECT has a cover of its own.
# A tunnel by `tcp` in which something certain is spoken is granted by groups of, say, `tcp+ssh`, which `tcp` has too.
#
# A cover says what is granted there: `first`, the first grant of all, is all that CONNECT needs; `tunnel` says that no
# grant looks inside; `whole` is the first grant without any condition; `paths` is the number of the table that holds the
# others. A slot has `free`, the first grant of everything at and below the prefix, and `bound`, those with conditions,
# in which "*" stands for none. A path is one path, what an anchored expression matches (`{"matching": RE2}`), or what two
# of them match (`{"both": [RE2, RE2]}`: a rule's path within its endpoint's).
#
# A query is all parameters of the request (`{NAME: [VALUE, ...]}`), or a list of those that count, of which all values
# (`{"name": NAME, "all": RE2}`) or any (`{"name": NAME, "any": RE2}`) match. What calls.rego asks is `call`, absent where
# it asks nothing. `outside` lists areas in which the grant covers nothing, because another decides there, and `within`
# those outside of which it covers nothing; both are absent where they ask nothing. An area has `host`, RE2, `ports`, and
# `paths`, RE2 that the path matches, all of them.
package sallyport.matching

import data.sallyport.calls

# What the sides have granted together: the rule is the first grant, in document order, of the narrowest side; mode and
# number are those of the widest side, which alone says where addresses are. Undefined where one side grants nothing, or
# where none is asked, unless the kind is unbounded.
granted := {
	"rule": data.sallyport.index[sides[0]].rules[firsts[0]],
	"mode": data.sallyport.index[side].modes[number],
	"side": side,
	"number": number,
} if {
	firsts := [first(side, by_side[i]) | some i, side in sides]
	count(firsts) == count(sides)
	last := count(sides) - 1
	side := sides[last]
	number := firsts[last]
} else := {"rule": null, "mode": "enforce", "side": "", "number": 0} if {
	data.sallyport.index.unbounded[input.kind]
}

# The deny rule that covers the request, whatever grants it: the first, where those that refuse stand before those of
# endpoints in audit mode. Undefined where none does, and of a tunnel, which is looked into for the grants that stand
# beside the rule.
denial := {
	"rule": data.sallyport.index.denials.rules[number],
	"mode": data.sallyport.index.denials.modes[number],
} if {
	data.sallyport.index.denials
	input.kind != "connect"
	number := first("denials", covers("denials"))
}

denied := denial.rule if denial.mode != "report"

# What endpoints in audit mode would refuse.
default reported := []

reported := array.concat(
	[{"rule": denial.rule, "message": "the rule denies it"} | denial.mode == "report"],
	[{"rule": rule, "message": "no rule of the endpoint allows it"} |
		granted.mode == "report"
		rule := data.sallyport.index[granted.side].rules[granted.number]
	],
) if {
	data.sallyport.index.policy.audited
}

# Whether a rule with a list of parameters stands or falls with a query that cannot be read: not even a grant beside it
# counts then. Undefined where there is no such rule, or the query was not looked at.
unreadable if {
	data.sallyport.unreadable
	some side in array.concat(sides, ["denials"])
	some slot in slots(side, covers(side))
	some grant in slot.bound
	is_array(grant.query)
	path_fits(grant.path)
	method_fits(grant.methods)
}

# The least limit of the body, of the rules that read it. Undefined where none does.
body_bytes := min([grant.call.bytes |
	some side in array.concat(sides, ["denials"])
	some slot in slots(side, covers(side))
	some grant in slot.bound
	grant.call.bytes
	head_fits(grant)
]) if {
	data.sallyport.awaited
}

# The blocks of addresses that the grant is for. Undefined where it says nothing of them.
addresses := blocks if {
	by_number := data.sallyport.index[granted.side].addresses
	blocks := by_number[format_int(granted.number, 10)]
}

# The credentials that are granted for the request; a tunnel has those of any request inside.
default credentials := []

credentials := [name |
	some name, side in data.sallyport.index.credentials
	first(side, covers(side))
] if {
	data.sallyport.index.credentials
}

# A grant of any side looks inside the tunnel.
opened if {
	some covers in by_side
	some cover in covers
	not cover.tunnel == true
}

sides := data.sallyport.index.sides[input.kind]

# For each side that must grant the request, the covers of its host, scheme and port.
by_side := [covers(side) | some side in sides]

covers(side) := [cover |
	keys := array.concat(input.net.suffixes, ["*"])
	some below, key in keys
	some group in data.sallyport.index[side].hosts[key]
	group.scheme == scheme
	host_fits(group.hosts, below)
	some port in ports
	cover := group.ports[port]
]

scheme := {"http": "ws", "https": "wss"}[input.net.scheme] if {
	input.net.protocol == "websocket"
} else := concat("+", [input.net.scheme, input.net.speaks]) if {
	input.net.speaks
} else := input.net.scheme

ports := [format_int(input.net.port, 10), "*"]

# The first grant that covers the request; for a tunnel, the first that reaches its host.
first(_, covers) := min([cover.first | some cover in covers]) if input.kind == "connect"

first(side, covers) := min(array.concat(wholes, array.concat(free, bound))) if {
	input.kind != "connect"
	wholes := [cover.whole | some cover in covers]
	found := slots(side, covers)
	free := [slot.free | some slot in found]
	bound := [grant.number |
		some slot in found
		some grant in slot.bound
		head_fits(grant)
		calls.fit(side, grant)
	]
}

slots(side, covers) := [slot |
	some cover in covers
	some prefix in input.net.prefixes
	slot := data.sallyport.index[side].paths[cover.paths][prefix]
]

head_fits(grant) if {
	path_fits(grant.path)
	method_fits(grant.methods)
	query_fits(grant.query)
	not misplaced(grant)
}

misplaced(grant) if {
	some area in grant.outside
	lies_in(area)
}

misplaced(grant) if {
	areas := grant.within
	every area in areas {
		not lies_in(area)
	}
}

lies_in(area) if {
	regex.match(area.host, input.net.host)
	input.net.port in area.ports
	every expression in area.paths {
		regex.match(expression, input.net.path)
	}
}

host_fits("self", 0)

host_fits("child", 1)

host_fits("below", below) if below > 0

host_fits("any", _)

host_fits(hosts, _) if regex.match(hosts.matching, input.net.host)

path_fits("*")

path_fits(path) if path == input.net.path

path_fits(path) if regex.match(path.matching, input.net.path)

path_fits(path) if {
	regex.match(path.both[0], input.net.path)
	regex.match(path.both[1], input.net.path)
}

method_fits("*")

method_fits(methods) if methods[input.net.method] == true

query_fits("*")

# The request's parameters are exactly the grant's, in any order. A query that cannot be read has none to compare. A
# grant of every query does not read it, so that the decision is remembered for all.
query_fits(parameters) if {
	parameters != "*"
	asked := input.net.query
	parameters == {name: sort(values) | some name, values in asked}
}

query_fits(parameters) if {
	is_array(parameters)
	asked := input.net.query
	every parameter in parameters {
		values_fit(parameter, asked[parameter.name])
	}
}

values_fit(parameter, values) if {
	expression := parameter.all
	every value in values {
		regex.match(expression, value)
	}
}

values_fit(parameter, values) if {
	some value in values
	regex.match(parameter.any, value)
}
