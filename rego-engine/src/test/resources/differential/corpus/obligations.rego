# A whole set of guardrails: denies, obligations, messages.
package corpus.obligations

import rego.v1

is_request if input.kind in {"http", "fetch"}

is_writing if {
	is_request
	not input.net.method in {"GET", "HEAD", "OPTIONS"}
}

deny contains {"rule": rule, "message": message} if {
	some entry in data.lists.rules
	rule := entry.rule
	every name, wanted in entry.when {
		input.net[name] == wanted
	}
	message := object.get(entry, "message", "closed")
}

deny contains {"rule": "writing", "message": "planning only reads"} if {
	input.phase == "planning"
	is_writing
}

obligations contains {"intercept": true} if {
	input.kind == "connect"
	count({suffix | some suffix in input.net.suffixes} & {"example.com", "github.com"}) > 0
}

obligations contains {"rate": rate} if rate := data.lists.limits.rates[input.sandbox.labels.team]

obligations contains obligation if {
	some obligation in [{"redact": ["authorization"]}, {"redact": ["cookie"]}]
	some name in obligation.redact
	input.net.headers[name]
}

denied if count(deny) > 0

summary := {"denied": denied, "rules": {d.rule | some d in deny}, "obligations": count(obligations)}
