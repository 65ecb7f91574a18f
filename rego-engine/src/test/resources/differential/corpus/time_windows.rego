# Until when something holds, from labels and lists; the clock stands still in these tests.
package corpus.time_windows

now := time.now_ns()

until := time.parse_rfc3339_ns(input.sandbox.labels.until)

hour := time.clock([until, "Europe/Berlin"])[0]

day := time.weekday(until)

deny contains {"rule": "over", "message": "the label has run out"} if until < now

closing := {"rule": "night", "message": sprintf("closed at %d", [hour])} if {
	hour >= 22
} else := {"rule": "weekend", "message": day} if {
	day in {"Saturday", "Sunday"}
}

open_at[day_of] contains from if {
	some window in data.lists.windows
	day_of := window.day
	from := window.from
	from <= hour
}
