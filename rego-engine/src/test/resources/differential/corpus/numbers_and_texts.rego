# Arithmetic and texts as limits use them.
package corpus.numbers_and_texts

bytes := to_number(input.net.headers["content-length"][0])

deny contains {"rule": "large", "message": sprintf("%d bytes, %.1f KiB", [bytes, bytes / 1024])} if bytes > units.parse_bytes(data.lists.limits.body)

deny contains {"rule": "port", "message": sprintf("%[2]v of %[1]s", [input.net.host, input.net.port])} if input.net.port % 2 == 0

shard := (input.net.port * 31 + count(input.net.path)) % 16

halves := [input.net.port / 2, round(input.net.port / 3), ceil(input.net.port / 7), floor(input.net.port / 7)]

ordered := [input.net.port < "a", input.net.host < 5, null < false, [1] < {"a": 1}, input.net.host <= input.net.path]

words := [upper(input.net.method), trim_prefix(input.net.path, "/"), replace(input.net.host, ".", "-"), substring(input.net.host, 2, 3)]

encoded := base64.decode(base64.encode(input.net.path))

shown := json.unmarshal(json.marshal(input.net.segments))

template := $"{input.net.method} {input.net.host}:{input.net.port}{input.net.nothing}"
