# Addresses in hosts and headers.
package corpus.cidr_sets

inside := ["10.0.0.0/8", "192.168.0.0/16", "2001:db8::/32"]

is_private(address) if {
	some range in inside
	net.cidr_contains(range, address)
}

deny contains {"rule": "inside", "message": address} if {
	some address in input.net.headers["x-forwarded-for"]
	is_private(address)
}

deny contains {"rule": "literal", "message": input.net.host} if {
	regex.match(`^[0-9.]+$`, input.net.host)
	is_private(input.net.host)
}

deny contains {"rule": "overlap", "message": range} if {
	some range in data.lists.ranges
	net.cidr_intersects(range, "10.1.0.0/16")
	input.net.port > 1024
}

ranges contains [i, range] if {
	some i, range in inside
	some address in input.net.headers["x-forwarded-for"]
	net.cidr_contains(range, address)
}
