# What the security team (data.sallyport.guardrails) and the sandbox's own Rego (data.sallyport.sandbox) say: `deny` and
# `obligations`, each a set. They may only narrow, and what cannot be understood narrows to nothing.
package sallyport.tightening

# Somebody says something; most requests meet nobody who does.
spoken if _ = data.sallyport.guardrails.deny

spoken if _ = data.sallyport.guardrails.obligations

spoken if _ = data.sallyport.sandbox.deny

spoken if _ = data.sallyport.sandbox.obligations

# Not sets: their authors meant something that is not read here.
broken if not_a_set(data.sallyport.guardrails.deny)

broken if not_a_set(data.sallyport.guardrails.obligations)

broken if not_a_set(data.sallyport.sandbox.deny)

broken if not_a_set(data.sallyport.sandbox.obligations)

broken if has_other_mode(data.sallyport.guardrails.deny)

broken if has_other_mode(data.sallyport.sandbox.deny)

not_a_set(value) if not is_set(value)

# A deny whose mode is not one of the two.
has_other_mode(denies) if {
	some deny in denies
	is_object(deny)
	object.get(deny, "mode", "enforce") != "enforce"
	deny.mode != "report"
}

# Every deny that refuses, as it is shown: guardrails first, each author's in the order of Rego. What comes of it if a
# person approves is asked with data.sallyport.approved, which leaves out those that ask.
denies := array.concat([deny | some deny in by_guardrails], [deny | some deny in by_sandbox])

by_guardrails contains shown("guardrails", deny) if {
	some deny in data.sallyport.guardrails.deny
	not in_report_mode(deny)
	not approved("guardrails", deny)
}

by_sandbox contains shown("sandbox", deny) if {
	some deny in data.sallyport.sandbox.deny
	not in_report_mode(deny)
	not approved("sandbox", deny)
}

approved(author, deny) if {
	data.sallyport.approved
	shown(author, deny).ask
}

# Every deny that is recorded and refuses nothing, in the same order.
reported := array.concat([deny | some deny in reported_by_guardrails], [deny | some deny in reported_by_sandbox])

reported_by_guardrails contains recorded("guardrails", deny) if {
	some deny in data.sallyport.guardrails.deny
	in_report_mode(deny)
}

reported_by_sandbox contains recorded("sandbox", deny) if {
	some deny in data.sallyport.sandbox.deny
	in_report_mode(deny)
}

# Only the deny itself says so: annotations and the other author cannot.
in_report_mode(deny) if {
	is_object(deny)
	deny.mode == "report"
}

recorded(author, deny) := object.remove(shown(author, deny), ["hint", "ask"])

shown(author, deny) := object.union_n([
	{"rule": concat(":", [author, deny.rule]), "message": said.message},
	hint(said),
	ask(deny),
]) if {
	is_string(deny.rule)
	said := object.union(annotated(author, deny.rule), deny)
	is_string(said.message)
} else := {"rule": concat(":", [author, "malformed"]), "message": "a deny that has no rule and message"}

hint(said) := {"hint": said.hint} if {
	is_string(said.hint)
} else := {}

# A person may be asked; only the deny itself says so.
ask(deny) := {"ask": true} if {
	deny.ask == true
} else := {}

# What the metadata of a rule (title and description) says for a deny that does not say it.
annotated(author, rule) := said if {
	said := data.sallyport.annotations[author][rule]
} else := {}

# Obligations that no one here can meet: the request is refused rather than let through without them.
unknown contains "guardrails:obligations" if {
	some obligation in data.sallyport.guardrails.obligations
	not understood(obligation)
}

unknown contains "sandbox:obligations" if {
	some obligation in data.sallyport.sandbox.obligations
	not understood(obligation)
}

understood(obligation) if {
	is_object(obligation)
	every name, value in obligation {
		known(name, value)
	}
}

known("intercept", true)

known("rate", name) if name in data.sallyport.rates

known("redact", names) if {
	is_list(names)
	every name in names {
		is_string(name)
	}
}

is_list(names) if is_array(names)

is_list(names) if is_set(names)

obligations contains obligation if some obligation in data.sallyport.guardrails.obligations

obligations contains obligation if some obligation in data.sallyport.sandbox.obligations

intercept if {
	some obligation in obligations
	obligation.intercept == true
}

redact := [name | some name in redacted]

redacted contains lower(name) if {
	some obligation in obligations
	some name in obligation.redact
}

# Every rate that is asked for counts: their names in order, joined by "+".
default rate := null

rate := concat("+", sort(rates)) if count(rates) > 0

rates contains obligation.rate if some obligation in obligations
