# The document data.sallyport.decision: what is answered to one request (decision contract, version 1).
#
# Four questions in order: did those who may only refuse answer at all, do they refuse, does a rule of the documents deny
# the request, and does every side that must grant the request grant it. An action is granted by the lease alone. Whatever
# is undefined, missing or misshapen on the way refuses. While data.sallyport.approved is there, deny rules that ask a
# person are left out. What rules in report mode, and endpoints in audit mode, say is added and changes nothing else.
package sallyport

import data.sallyport.matching
import data.sallyport.naming
import data.sallyport.tightening

decision := object.union(verdict, {"reported": reported}) if {
	count(reported) > 0
} else := verdict

reported := array.concat(tightening.reported, matching.reported) if {
	tightening.spoken
} else := matching.reported

default verdict := {
	"allow": false,
	"reason": "no_grant",
	"rule": null,
	"mode": "enforce",
	"obligations": {"intercept": false, "credentials": [], "rate": null, "redact": []},
	"denies": [],
}

verdict := refusal("guardrail_error", null, []) if {
	tightening.spoken
	tightening.broken
} else := refusal("guardrail", tightening.denies[0].rule, tightening.denies) if {
	tightening.spoken
	count(tightening.denies) > 0
} else := refusal("unknown_obligation", min(tightening.unknown), []) if {
	tightening.spoken
	matching.granted
	count(tightening.unknown) > 0
} else := action if {
	input.action
} else := refusal("policy_deny", matching.denied, []) if {
	matching.denied
} else := refusal("unreadable", null, []) if {
	matching.unreadable
} else := {
	"allow": true,
	"reason": "granted",
	"rule": matching.granted.rule,
	"mode": matching.granted.mode,
	"obligations": obligations,
	"denies": [],
}

# An action that is granted; requests never come here.
action := refusal("unknown_obligation", min(tightening.unknown), []) if {
	tightening.spoken
	naming.granted
	count(tightening.unknown) > 0
} else := {
	"allow": true,
	"reason": "granted",
	"rule": naming.granted.rule,
	"mode": naming.granted.mode,
	"obligations": tightened,
	"denies": [],
}

refusal(reason, rule, denies) := {
	"allow": false,
	"reason": reason,
	"rule": rule,
	"mode": "enforce",
	"obligations": {"intercept": false, "credentials": [], "rate": null, "redact": []},
	"denies": denies,
}

obligations := object.union(limited, {"addresses": matching.addresses}) if {
	count(matching.addresses) > 0
} else := limited

limited := object.union(credentialed, {"body_bytes": matching.body_bytes}) if {
	matching.body_bytes
} else := credentialed

credentialed := object.union(tightened, {"credentials": matching.credentials}) if {
	count(matching.credentials) > 0
} else := tightened

tightened := {"intercept": intercepted, "credentials": [], "rate": tightening.rate, "redact": tightening.redact} if {
	tightening.spoken
} else := {"intercept": intercepted, "credentials": [], "rate": null, "redact": []}

# Only a tunnel can be opened: what is asked inside it, or in plain HTTP, is seen already.
default intercepted := false

intercepted if {
	input.kind == "connect"
	matching.opened
}

intercepted if {
	input.kind == "connect"
	tightening.spoken
	tightening.intercept
}
