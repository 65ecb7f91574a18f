package sample.syntax

a if {
	input.x ==
}

b := 1 2
