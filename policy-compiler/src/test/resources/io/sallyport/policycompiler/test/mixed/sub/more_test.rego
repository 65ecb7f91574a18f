package sub.more_test

import data.sub

test_here if count(sub.names) == 2

test_recursive_with if {
	data.a.allow with input as {"x": 3} with data.sub.names as []
	not data.a.allow with input.x as "3"
}

# A value that is not true.
test_number := 1

test_false := false
