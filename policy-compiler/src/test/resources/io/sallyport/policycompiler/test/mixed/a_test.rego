package a_test

import data.a

test_ok if a.allow with input as {"x": 1}

test_ok if not a.allow with input as {"x": 2}

test_fails if a.allow with input as {"x": 4}

todo_test_later if false

test_print if {
	print("hello", input.x, {1, 2}, a.nothing)
	a.allow with input.x as 2
}

test_error if a.limit == 1 with input as {"small": true, "large": true}

test_builtin if to_number("x") > 1

test_not_builtin if not to_number("x")

test_cases[tc.note] if {
	some tc in [{"note": "one", "x": 1}, {"note": "two", "x": 2}]
	a.allow with input as {"x": tc.x}
}

test_data if a.names == {"abe"}

test_mock if {
	a.names == {"ax"} with data.sub.names as ["ax", "b"]
	a.unused(1) == 5 with a.unused as 5
	f == 7 with time.now_ns as 7
}

f := time.now_ns()

test_nested[kind][note] if {
	some kind, notes in {"one": ["a", "b"], "two": ["c"]}
	some note in notes
	note != "b"
}

test_prints_each if {
	some x in [1, 2]
	print("x is", x, {y | y := x})
	x == 2
}
