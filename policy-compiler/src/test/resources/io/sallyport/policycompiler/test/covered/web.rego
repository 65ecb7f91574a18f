package web

default allow := false

allow if {
	input.method == "GET"
	public
}

allow if {
	input.method == "POST"
	input.user == "root"
	input.token == "x"
}

public if startswith(input.path, "/public/")

level := "high" if {
	input.user == "root"
} else := "low" if {
	input.user == "guest"
} else := "none"

names contains name if {
	some name in input.names
	not startswith(name, "_")
}

by_name[name] := n if {
	some n, name in input.names
}

never(x) := y if {
	y := x + 1
	y > 3
}

squares := [y | some x in input.numbers; y := x * x]

all_small if {
	every n in input.numbers {
		n < 10
	}
}
