package a

default allow := false

allow if {
	input.x == 1
	some y in [1, 2]
	y == input.x
} else if input.x == 3

limit := 1 if input.small

limit := 2 if input.large

names contains n if {
	some n in data.sub.names
	startswith(n, "a")
}

unused(x) := y if {
	y := x + 1
}
