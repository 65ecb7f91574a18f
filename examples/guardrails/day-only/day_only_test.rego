package sallyport.guardrails_test

import data.sallyport.guardrails

test_by_day_the_sandbox_works[at] if {
	some at in ["2026-01-15T06:00:00+01:00", "2026-01-15T21:59:59+01:00", "2026-07-15T04:00:00Z"]
	not night_refused({"labels": {"hours": "day"}}, at)
}

test_at_night_it_does_not[at] if {
	some at in [
		"2026-01-15T05:59:59+01:00", "2026-01-15T22:00:00+01:00",
		"2026-07-15T03:59:59Z", "2026-07-15T20:00:00Z",
	]
	night_refused({"labels": {"hours": "day"}}, at)
}

test_a_sandbox_of_the_list_does_not_either if night_refused({"id": "nightly", "labels": {}}, "2026-01-15T23:00:00+01:00")

test_others_work_at_night if not night_refused({"id": "sb-1", "labels": {"hours": "any"}}, "2026-01-15T23:00:00+01:00")

test_without_hours_or_zone_it_is_never_day[name] if {
	some name, lists in {"no zone": {"from": 0, "to": 24}, "no hours": {"zone": "UTC"}}
	night_refused({"labels": {"hours": "day"}}, "2026-01-15T12:00:00Z") with data.lists as {"day_only": lists}
}

test_without_the_list_nobody_works if {
	night_refused({"id": "sb-1", "labels": {}}, "2026-01-15T12:00:00Z") with data.lists as {}
}

test_its_tunnels_are_opened if {
	{"intercept": true} in guardrails.obligations with input as {"sandbox": {"labels": {"hours": "day"}}}
}

night_refused(sandbox, at) if {
	now := time.parse_rfc3339_ns(at)
	some deny in guardrails.deny with input as {"sandbox": sandbox} with time.now_ns as now
	deny.rule == "day-only"
}
