# Names of hosts that carry data: labels of hex, Base32, Base64 or digits, and more labels than services use.
package sallyport.guardrails

deny contains {"rule": "encoded-host", "message": "this name looks like data, not like a host"} if {
	not may_look_random
	carries_data
}

may_look_random if {
	some name in input.net.suffixes
	name in data.lists.random_names
}

carries_data if count(host_labels) > 6

carries_data if {
	some label in host_labels
	looks_encoded(trim_prefix(label, "xn--"))
}

host_labels := split(input.net.host, ".")

# Hex of something printable.
looks_encoded(label) if {
	regex.match(`^(?:[2-7][0-9a-f]){6,}$`, label)
	regex.match(`^[ -~]+$`, hex.decode(label))
	regex.match(`[a-zA-Z]`, hex.decode(label))
}

looks_encoded(label) if regex.match(`^[0-9]{16,}$`, label)

# Base64 in lower case, as names are: many digits by themselves among letters; not hex, which hashes are written in.
looks_encoded(label) if {
	regex.match(`^[0-9a-z]{20,}$`, label)
	regex.match(`[g-z]`, label)
	count(regex.find_n(`[0-9]+`, label, -1)) > 4
}

# Base32: whole groups of eight, a digit, and consonants in a row as no word has them.
looks_encoded(label) if {
	regex.match(`^(?:[a-z2-7]{8}){2,}$`, label)
	regex.match(`[2-7]`, label)
	regex.match(`[bcdfghjklmnpqrstvwxyz]{5}`, label)
}
