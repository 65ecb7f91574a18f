# Sets, arrays and objects made in bodies, within each other.
package corpus.comprehensions

by_team[team] := hosts if {
	some entry in data.lists.owners
	team := entry.team
	hosts := {host | some other in data.lists.owners; other.team == team; some host in other.hosts}
}

owners := [entry.team | some entry in data.lists.owners; input.net.host in entry.hosts]

lengths := {segment: count(segment) | some segment in input.net.segments}

pairs := {[a, b] |
	some i, a in input.net.segments
	some j, b in input.net.segments
	i < j
}

reversed := [segment |
	n := count(input.net.segments)
	some i in numbers.range(1, n)
	segment := input.net.segments[n - i]
]

grid := [[(a == b) | some b in input.net.segments] | some a in input.net.segments]

deny contains {"rule": "foreign", "message": team} if {
	some team, hosts in by_team
	input.net.host in hosts
	team != input.sandbox.labels.team
}

totals := {team: n | some team, hosts in by_team; n := count(hosts)}

conflicting := {count(segment): segment | some segment in input.net.segments}
