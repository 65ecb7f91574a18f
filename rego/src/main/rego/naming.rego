# Which grants cover an action: a tool, a file, a model, an agent, or what a vendor defines.
#
# Only a lease speaks of actions, so without a lease none is granted, unless the kind is unbounded (matching.rego). Its
# grants are data:
#
#   data.sallyport.index.lease
#     names    capability -> `exact`, canonical target -> number of a grant; `matching`, a list of anchored expressions,
#              each with its number; `all`, the number of the first grant of every target
#     rules, modes   as in matching.rego: one numbering for the whole lease
package sallyport.naming

# The first grant, in document order. Undefined where none covers the action and the kind is bounded.
granted := {
	"rule": data.sallyport.index.lease.rules[number],
	"mode": data.sallyport.index.lease.modes[number],
} if {
	capability := input.action.capability
	fits(input.kind, capability)
	number := min(numbers(data.sallyport.index.lease.names[capability], input.action.target))
} else := {"rule": null, "mode": "enforce"} if {
	data.sallyport.index.unbounded[input.kind]
}

numbers(names, target) := found if {
	literal := [number | number := names.exact[target]]
	general := [number | number := names.all]
	expressions := [name.number | some name in names.matching; regex.match(name.matching, target)]
	found := array.concat(literal, array.concat(general, expressions))
}

# What is asked in the name of one kind is never granted under another.
fits("tool", "tool.call")

fits("file", "fs.read")

fits("file", "fs.write")

fits("model", "model.use")

fits("delegate", "agent.delegate")

fits("vendor", capability) if startswith(capability, "x-vendor.")
