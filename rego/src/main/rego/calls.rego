# Whether a grant, or a deny rule, fits what a request says besides its head: the calls in its body, and the messages
# of a WebSocket. `call` is absent where all fit, or one of these, with `bytes`, the limit of the body:
#
#   rpc        member of input.net.rpc -> RE2 (`name` is that of the params); beside it `tools`, which every name of a
#              tool matches
#   graphql    `operation` and `name`, each RE2; `fields`, {"all": RE2} or {"any": RE2}, absent for any; `registry`,
#              persisted document -> its operation, name and fields; of a body, or of a message
#   stream     true: a request without body for a stream of events
#   websocket  "text": a text that the client sends; "rest": the handshake, and every other message
#
# It is asked of grants that fit in everything else, so that the body of no other request is received. While it has not
# been, data.sallyport.awaited is true: grants then cover whatever it may say, and deny rules nothing.
package sallyport.calls

fit(_, grant) if not grant.call

fit(side, grant) if {
	data.sallyport.awaited
	side != "denials"
	reads_body(grant.call)
}

fit(_, grant) if says(grant.call)

# Nothing is known of a persisted document that is not registered.
fit("denials", grant) if {
	registry := grant.call.graphql.registry
	persisted := input.net.graphql.persisted
	not input.net.graphql.operation
	not registry[persisted]
}

reads_body(call) if call.rpc

reads_body(call) if call.graphql

says(call) if {
	members := call.rpc
	message := input.net.rpc
	tool_fits(call, message)
	every member, expression in members {
		regex.match(expression, said(message, member))
	}
}

says(call) if {
	asked := operation(call.graphql)
	regex.match(call.graphql.operation, asked.operation)
	regex.match(call.graphql.name, object.get(asked, "name", ""))
	fields_fit(call.graphql, asked.fields)
}

says(call) if {
	call.stream
	not input.net.body
	some accepted in input.net.headers.accept
	contains(lower(accepted), "text/event-stream")
}

says(call) if {
	call.websocket == "text"
	is_text
}

says(call) if {
	call.websocket == "rest"
	not is_text
}

is_text if {
	input.net.websocket.type == "text"
	input.net.websocket.direction == "send"
}

tool_fits(_, message) if not message.tool

tool_fits(call, _) if not call.tools

tool_fits(call, message) if regex.match(call.tools, message.tool)

said(message, "method") := message.method

said(message, "response") := message.response

said(message, "name") := message.params.name if is_string(message.params.name)

operation(_) := asked if {
	asked := input.net.graphql
	asked.operation
}

operation(graphql) := graphql.registry[input.net.graphql.persisted] if not input.net.graphql.operation

fields_fit(graphql, _) if not graphql.fields

fields_fit(graphql, fields) if {
	expression := graphql.fields.all
	every field in fields {
		regex.match(expression, field)
	}
}

fields_fit(graphql, fields) if {
	some field in fields
	regex.match(graphql.fields.any, field)
}
