# The language of version 0.
package corpus.old_words

import future.keywords.in

default allow = false

allow {
	input.net.method == "GET"
	not closed
}

closed { input.net.host == data.lists.closed[_] }

closed { input.net.port in {22, 25} }

deny[{"rule": "old", "message": message}] {
	closed
	message := sprintf("%s:%d", [input.net.host, input.net.port])
}

hosts[host] = true { host = data.lists.mirrors[_] }

kind(x) = "number" { is_number(x) } else = "text" { is_string(x) }

kinds = [k | some i; k = kind([input.net.port, input.net.host, input.kind][i])]

tree.a.one = 1

tree.a.two = input.phase
