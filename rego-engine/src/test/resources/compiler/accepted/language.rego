# METADATA
# title: what the language has
package sample.language

import data.sample.helpers

default level := 0

level := 3 if {
	input.severity == "high"
} else := 2 if {
	input.severity == "medium"
} else := 1 if {
	input.severity
}

total := sum([weight | some item in input.items; weight := item.weight])

names := {name | some item in input.items; name := lower(item.name)}

by_name[item.name] := item if some item in input.items

limits.rate := 10

limits.burst := helpers.double(limits.rate)

routes[host].open if {
	some host in input.hosts
	endswith(host, ".test")
}

all_light if {
	count(input.items) > 0
	every item in input.items {
		item.weight < 10
	}
}

mocked := x if {
	x := helpers.double(2) with helpers.double as 7
}

elsewhere if allowed with input as {"severity": "high"}

allowed if level > 2

allowed if "admin" in input.roles

text := $"level {level} of {input.severity}"

nested[k] := {inner | some inner in v} if some k, v in input.groups

big := 123456789012345678901234567890 + 0.1

matched if regex.match(`^a[0-9]+\.b$`, input.name)

reachable := graph.reachable(input.graph, {"a"})

about := rego.metadata.chain()
