# The same rules asked with other inputs, data and functions.
package corpus.with_mocks

writes if input.net.method in {"PUT", "POST", "PATCH", "DELETE"}

closed if input.net.host in data.lists.closed

deny contains {"rule": "writes", "message": "no writing"} if {
	writes
	closed
}

as_get if not writes with input.net.method as "GET"

as_post := n if n := count(deny) with input.net.method as "POST"

opened := n if n := count(deny) with data.lists.closed as []

elsewhere if closed with data.lists.closed as {input.net.host}

alone := keys if keys := object.keys(input) with input as {"net": input.net}

fixed(_) := "fixed"

mocked := text if text := lower(input.net.host) with lower as fixed

replaced := text if text := upper(input.net.scheme) with upper as "NONE"

kinds contains kind if {
	some kind in ["http", "connect"]
	input.kind == kind with input.kind as kind
}

both contains [writes_too, host] if {
	some host in ["a.example.com", input.net.host]
	writes_too := count(deny) with input.net.host as host with input.net.method as "PUT"
}
