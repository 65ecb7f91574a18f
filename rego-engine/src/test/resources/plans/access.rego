package access

default allow := false

allow if {
	some role in input.roles
	role == data.admin
}

allow if input.user in data.users

deny contains msg if {
	input.level > 3.5
	msg := concat(" ", ["level of", input.user])
}

weight(x) := y if {
	x >= 10
	y := x * 2
} else := x + 1

by_name[name] := value if {
	some name, value in input.map
	value != "a"
}

nested.a[key] contains item if {
	some key, items in input.nested
	some item in items
}

literal := {"a": [1, null, true], "b": {1, 2}}

all_heavy if {
	every x in input.list { x > weight(1) }
}

replaced := x if x := by_name with input as {"map": {"z": "y"}}

replaced_below := x if x := input with input.a.b as 3 with data.admin as "nobody"

mocked := x if x := weight(3) with weight as 42

picked := data.access.tables[input.table]

tables.one := 1

tables.two := 2 if input.two

squares := [y | some x in input.list; y := x * x]

index := {x: i | some i, x in input.list}

only contains x if {
	some x in input.list
	not x in {1, 2}
}

two_values := x if some x in input.list
