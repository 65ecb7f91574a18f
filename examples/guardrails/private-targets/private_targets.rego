# Nobody else is asked to fetch from private networks: no such URL in a query or in JSON.
package sallyport.guardrails

deny contains {"rule": "private-target", "message": "this asks another server for a private address"} if {
	some _, values in input.net.query
	some value in values
	is_private_url(value)
}

deny contains {"rule": "private-target", "message": "this asks another server for a private address"} if {
	input.net.content_type == "application/json"
	walk(input.net.body.json, [_, value])
	is_private_url(value)
}

is_private_url(value) if {
	is_string(value)
	[_, host] := regex.find_all_string_submatch_n(authority, value, 1)[0]
	is_private_host(lower(host))
}

is_private_host(host) if regex.match(`(?:^|\.)(?:localhost|internal|local)\.?$`, host)

is_private_host(host) if {
	regex.match(`^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?:\.|$)){4}$`, host)
	some block in private_blocks
	net.cidr_contains(block, host)
}

# One number, hex and octal are addresses to many clients; an address of IPv6 is never a public name.
is_private_host(host) if {
	regex.match(`^(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}$`, host)
	not regex.match(`^[1-9][0-9]{0,2}(?:\.(?:0|[1-9][0-9]{0,2})){3}$`, host)
}

is_private_host(host) if startswith(host, "[")

authority := `^(?i:https?|ftp|wss?|gopher)://(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)`

private_blocks := [
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8",
	"169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
]
