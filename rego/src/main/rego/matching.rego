# Which grants cover the request.
#
# The grants are data, made from the documents of one sandbox and indexed so that the request's own keys find them: the
# cost of a decision grows neither with the number of hosts nor with the number of paths on one host.
#
#   data.sallyport.index
#     sides    kind of question -> the sides that must each grant it, the narrowest first
#     denials  what is refused whatever the sides grant, laid out as the grants of a side are; absent where nothing is
#     SIDE     the grants of one side:
#       hosts    host suffix, or "*" -> list of groups
#       paths    list of path tables: path prefix -> slot
#       rules    number of a grant -> its name; numbers follow the order of the documents
#       modes    number of a grant -> "enforce" or "report"
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
package sallyport.matching

# What the sides have granted together: the rule is the first grant, in document order, of the narrowest side; mode and
# number are those of the widest side, which alone says where addresses are. Undefined where one side grants nothing, or
# where none is asked.
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
}

# The deny rule that covers the request, in document order the first: whatever grants it. Undefined where none does, and of
# a tunnel, which is looked into for the grants that stand beside the rule.
denied := data.sallyport.index.denials.rules[number] if {
	data.sallyport.index.denials
	input.kind != "connect"
	number := first("denials", covers("denials"))
}

# The blocks of addresses that the grant is for. Undefined where it says nothing of them.
addresses := blocks if {
	by_number := data.sallyport.index[granted.side].addresses
	blocks := by_number[format_int(granted.number, 10)]
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
	slots := [slot |
		some cover in covers
		some prefix in input.net.prefixes
		slot := data.sallyport.index[side].paths[cover.paths][prefix]
	]
	free := [slot.free | some slot in slots]
	bound := [grant.number |
		some slot in slots
		some grant in slot.bound
		path_fits(grant.path)
		method_fits(grant.methods)
		query_fits(grant.query)
	]
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
