# Sandboxes with the label hours=day, or in the list, do nothing at night: no request, no tool, no file.
package sallyport.guardrails

deny contains {"rule": "day-only", "message": "this sandbox works by day only"} if {
	day_only
	not daytime
}

# A tunnel that was opened by day is asked about each request inside it.
obligations contains {"intercept": true} if day_only

day_only if input.sandbox.labels.hours == "day"

day_only if input.sandbox.id in data.lists.day_only.sandboxes

# Without the list nobody works, since it is never day either.
day_only if not has_day_only

has_day_only if is_array(data.lists.day_only.sandboxes)

# Never where hours or zone are missing. A zone that does not exist fails, which refuses.
daytime if {
	[hour, _, _] := time.clock([time.now_ns(), data.lists.day_only.zone])
	hour >= data.lists.day_only.from
	hour < data.lists.day_only.to
}
