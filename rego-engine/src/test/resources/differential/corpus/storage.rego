# Numbers and texts as keys of base documents: in storage a path is made of texts, in a value it is not.
package corpus.storage

by_number := data.lists.tree.numbers[1]

by_text := data.lists.tree.numbers["1"]

by_fraction := data.lists.tree.numbers[1.0]

by_input := data.lists.tree.numbers[i] if {
	some i in [1, "1", 2, true, [1]]
	i == 1
}

of_a_value := numbers[1] if {
	numbers := data.lists.tree.numbers
}

as_parameter := at(data.lists.tree.numbers, 1)

at(base, key) := base[key]

places contains [text, data.lists.closed[text]] if some text in ["0", "1", "+2", "-0", "01", "3", "-1", "1.0", "1.5", ".", "x", ""]

place := data.lists.closed["2"]

of_an_array_as_value := closed["2"] if {
	closed := data.lists.closed
}

below := data.lists.windows["1"].day

after_a_place := data.lists.owners[0].hosts["1"]

mocked := x if x := data.lists.tree.numbers[2] with data.lists.tree.numbers as {"2": "text", 2: "number"}

mocked_by_text_alone := x if x := data.lists.tree.numbers[2] with data.lists.tree.numbers as {"2": "text"}

mocked_array := x if x := data.lists.closed["0"] with data.lists.closed as ["a"]

copied_elsewhere := x if x := data.lists.tree.numbers[1] with data.lists.limits as data.lists.tree.numbers

copied_array_elsewhere := x if x := data.lists.closed["0"] with data.lists.tree.repos as data.lists.closed

found_in_a_copy := x if x := data.lists.limits[1] with data.lists.limits as data.lists.tree.numbers

with_another_input := x if x := data.lists.tree.numbers[1] with input as {}

of_input := {"1": "x"}[input.net.port]
