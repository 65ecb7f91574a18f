package loops

# The first iteration that fits settles each of these.

head if {
	some rule in data.rules
	rule.host == input.net.host
}

reference if data.rules[_].host == input.net.host

number := 7 if {
	some rule in data.rules
	rule.host == input.net.host
}

within if {
	some rule in data.rules
	some host in rule.hosts
	host == input.net.host
}

by_function if {
	some rule in data.rules
	fits(rule, input.net.host)
}

fits(rule, host) if {
	some known in rule.hosts
	known == host
}

unless_closed if {
	some rule in data.rules
	not closed
	rule.host == input.net.host
}

closed if input.net.closed

unless_told if not head

unless_member if {
	some rule in data.rules
	not rule.closed
	input.net.host in rule.hosts
}

suffixes if {
	some suffix in input.net.suffixes
	data.known[suffix]
}

each if {
	every rule in data.rules {
		input.net.host != rule.host
	}
}

each_in_loop if {
	some name in data.names
	every rule in data.rules {
		rule.name == name
	}
}

reasons contains "known" if {
	some rule in data.rules
	rule.host == input.net.host
}

reasons contains {"rule": "one", "hosts": ["a"]} if {
	some rule in data.rules
	rule.host == input.net.host
}

places["net"] := "known" if {
	some rule in data.rules
	rule.host == input.net.host
}

otherwise := "first" if {
	some rule in data.rules
	rule.host == input.other
} else := "second" if {
	some rule in data.rules
	rule.host == input.net.host
} else := "third"

truth(rule) if rule.host == "a.example"

truth(rule) if rule.host == "b.example"

two_clauses if {
	some rule in data.rules
	truth(rule)
}

# In these a later iteration fails, conflicts, or adds something.

fails if {
	some rule in data.rules
	rule.host == input.net.host
	startswith(rule.path, "/")
}

fails_before if {
	some rule in data.rules
	startswith(rule.path, "/")
}

fails_in_function if {
	some rule in data.rules
	begins(rule.path)
}

begins(path) if startswith(path, "/")

conflicts := rule.path if {
	some rule in data.rules
	rule.host == input.net.host
}

conflicts_in_function if {
	some rule in data.rules
	kind(rule) == 1
}

kind(rule) := 1 if rule.host

kind(rule) := 2 if rule.other

paths contains rule.path if {
	some rule in data.rules
	rule.host == input.net.host
}

by_host[rule.host] := rule.path if {
	some rule in data.rules
	rule.host == input.net.host
}

list := [rule.host | some rule in data.rules; rule.host == input.net.host]

total := count({rule.path | some rule in data.rules; rule.host == input.net.host})

field if {
	some rule in data.rules
	input.net[rule.field] == rule.host
}

field_in_every if {
	every rule in data.rules {
		rule.host != input.net.method
	}
}

field_in_not if {
	some rule in data.rules
	not rule.host == input.net.method
	rule.host
}

field_in_function if {
	some rule in data.rules
	of_method(rule)
}

of_method(rule) if rule.host == "a.example"

of_method(rule) if rule.host == input.net.method

whole if {
	some rule in data.rules
	rule.request == input.net
}

clock if {
	some rule in data.rules
	later(rule)
}

later(rule) if rule.host == "a.example"

later(rule) if time.now_ns() < rule.until

prints if {
	some rule in data.rules
	print(rule.host)
	rule.host == input.net.host
}

replaced if {
	some rule in data.rules
	head with input.net.host as rule.host
}

walked if {
	some rule in data.rules
	walk(rule, [_, "a.example"])
}
