# Looked-up names: dynamic references, undefined ones, and other packages.
package corpus.references

import data.corpus.functions as f
import data.lists.closed as shut

field := input.net[input.sandbox.labels.field]

all_fields contains name if input.net[name]

deep := data.lists.tree[input.net.segments[0]][input.net.method]

any_tree contains [a, b] if data.lists.tree[a][b] == input.net.port

other := data.corpus.functions[name] if {
	some name in ["score", "joined", "nothing"]
	name == "score"
}

score_there := f.score

deny contains {"rule": "shut", "message": host} if {
	host := shut[_]
	host == input.net.host
}

indexes contains i if shut[i] == input.net.host

negative := input.net.segments[-1]

half := input.net.segments[0.5]

by_number := data.lists.tree.numbers["1"]

missing := [x | x := data.lists.nothing.at.all]

of_set if {1, input.net.port}[443]

last := input.net.suffixes[count(input.net.suffixes) - 1]
