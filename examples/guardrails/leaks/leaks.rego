# Nothing that looks like a credential leaves: not in a URL, a header, a body or a message, nor encoded up to twice.
package sallyport.guardrails

deny contains {"rule": "leak", "message": "the URL or a header holds what looks like a credential"} if {
	not keeps_secrets
	some text in said_in_head
	holds_credential(text)
}

# One credential may be split over values that stand side by side.
deny contains {"rule": "leak", "message": "the body holds what looks like a credential in pieces"} if {
	not keeps_secrets
	is_json
	looks_like_credential(regex.replace(input.net.body.text, `"\s*,\s*(?:"[^"\\]*"\s*:\s*)?"`, ""))
}

# A body that cannot be read as its type says is "unreadable", and the request is refused.
deny contains {"rule": "leak", "message": "the body holds what looks like a credential"} if {
	not keeps_secrets
	some text in said_whole
	holds_credential(text)
}

deny contains {"rule": "leak", "message": "the message holds what looks like a credential"} if {
	not keeps_secrets
	input.net.websocket.direction == "send"
	holds_credential(input.net.websocket.text)
}

# What cannot be searched is not sent.
deny contains {"rule": "leak", "message": "binary messages are closed"} if {
	not keeps_secrets
	input.net.websocket.direction == "send"
	input.net.websocket.type == "binary"
}

# Of a header with credentials the values are withheld, so it is there without any. The gateway takes its own.
deny contains {"rule": "leak", "message": "this host is sent no credentials"} if {
	not is_logged_into
	some name, values in input.net.headers
	name != "proxy-authorization"
	count(values) == 0
}

keeps_secrets if some_name_in(data.lists.secret_stores)

is_logged_into if some_name_in(data.lists.login_hosts)

some_name_in(names) if {
	some name in input.net.suffixes
	name in names
}

said_in_head contains concat("\n", input.net.segments)

said_in_head contains concat("\n", [line |
	some name, values in input.net.query
	some value in values
	line := sprintf("%s=%s", [name, value])
])

said_in_head contains concat("\n", [line |
	some name, values in input.net.headers
	some value in values
	line := sprintf("%s: %s", [name, value])
])

said_whole contains input.net.body.text if not is_json

# Without the escapes.
said_whole contains concat("\n", [line |
	is_json
	walk(input.net.body.json, [path, value])
	is_string(value)
	line := sprintf("%v: %s", [path[count(path) - 1], value])
])

said_whole contains concat("\n", [name |
	is_json
	walk(input.net.body.json, [path, _])
	name := path[count(path) - 1]
	is_string(name)
])

said_whole contains concat("\n", [line |
	input.net.content_type == "application/x-www-form-urlencoded"
	some name, values in input.net.body.form
	some value in values
	line := sprintf("%s=%s", [name, value])
])

is_json if regex.match(`^application/(?:[a-z.-]+\+)?json$`, input.net.content_type)

holds_credential(text) if {
	shown := without_invisible(text)
	once := decoded(shown)
	some one in [shown, once, decoded(once)]
	looks_like_credential(one)
}

# Zero-width characters and soft hyphens.
without_invisible(text) := regex.replace(text, `[\x{ad}\x{200b}-\x{200f}\x{2060}\x{feff}]`, "")

looks_like_credential(text) if {
	some shape in credential_shapes
	regex.match(shape, text)
}

# A password or key by its name: twelve characters or more, with a digit and a letter.
looks_like_credential(text) if {
	some assignment in credential_assignments
	some [_, value] in regex.find_all_string_submatch_n(assignment, text, -1)
	regex.match(`[0-9]`, value)
	regex.match(`[A-Za-z]`, value)
}

# As the providers documented them in November 2026. Half a token is a leak too, so that splitting one over messages
# does not help: twelve characters after a prefix do.
credential_shapes := [
	`(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|\bya29\.[0-9A-Za-z_-]{12}|GOCSPX-[0-9A-Za-z_-]{12}`,
	`gh[pousr]_[0-9A-Za-z]{12}|github_pat_\w{12}|gl(?:pat|dt|rt|ptt|ft|soat|imt|agent|cbt|oas|ffct)-[\w-]{12}`,
	`xox[abeoprs]-[0-9A-Za-z-]{12}|xapp-[0-9A-Za-z-]{12}|\bSG\.[\w-]{12}|\bnpm_\w{12}|\bpypi-[\w-]{16}`,
	`\b[prs]k_(?:live|test)_\w{12}|\bsk-(?:[a-z0-9]{2,8}-){0,2}\w{16}|\bhf_\w{30}|\bdop_v1_[0-9a-f]{12}`,
	`\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.|-----BEGIN [A-Z0-9 ]*PRIVATE KEY|type"?\s*[:=]\s*"?service_account`,
	`(?:AccountKey|SharedAccessKey)=[0-9A-Za-z+/]{40}|\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@"']{1,64}:[^\s/@"']{3,128}@`,
]

credential_assignments := [
	`(?i)(?:secret|passw|pwd)\w*["']?\s*[:=]\s*["']?([\w/+!-]{12,})=*(?:[^\w/+!=:-]|$)`,
	`(?i)(?:api|access|private|account)[_-]?key\w*["']?\s*[:=]\s*["']?([\w/+!-]{12,})=*(?:[^\w/+!=:-]|$)`,
	`(?i)(?:^|[^\w-]|(?:access|auth|session|bearer)[_-]?)token["']?\s*[:=]\s*["']?([\w/+!-]{12,})=*(?:[^\w/+!=:-]|$)`,
]

# What is written in Base64, hex, triplets or HTML's numbers, each on a line of its own.
decoded(text) := concat("\n", [said |
	runs := regex.find_n(`[0-9A-Za-z+/_-]{16,}`, text, -1)
	some parts in [in_base64(runs), in_hex(runs), in_triplets(text), in_entities(text)]
	some said in parts
])

in_base64(runs) := [said |
	some run in runs
	count(run) % 4 != 1
	said := base64url.decode(replace(replace(run, "+", "-"), "/", "_"))
]

in_hex(runs) := [said |
	some run in runs
	regex.match(`^[0-9A-Fa-f]{2}(?:-?[0-9A-Fa-f]{2}){9,}$`, run)
	said := hex.decode(replace(run, "-", ""))
]

in_triplets(text) := [said |
	contains(text, "%")
	some run in regex.find_n(`[!-$&-~]*(?:%[0-9A-Fa-f]{2}[!-$&-~]*)+`, text, -1)
	said := urlquery.decode(run)
]

in_entities(text) := [concat("", [unit |
	contains(text, "&#")
	some [_, code] in regex.find_all_string_submatch_n(`&#0*([0-9]{2,3});`, text, -1)
	unit := sprintf("%c", [to_number(code)])
])]
