package sallyport.guardrails_test

import data.sallyport.guardrails

test_tools_of_the_list_are_called[tool] if {
	some tool in ["search", "read_page"]
	not mcp_refused({"method": "tools/call", "tool": tool, "arguments": {}})
}

test_other_tools_are_refused[tool] if {
	some tool in ["delete", "Search", ""]
	mcp_refused({"method": "tools/call", "tool": tool, "arguments": {}})
}

test_a_session_begins_and_lists[method] if {
	some method in ["initialize", "ping", "tools/list", "notifications/initialized", "notifications/cancelled"]
	not mcp_refused({"method": method})
}

test_nothing_else_is_asked[method] if {
	some method in ["resources/read", "prompts/get", "sampling/createMessage", "tools/call", "logging/setLevel"]
	mcp_refused({"method": method})
}

test_answers_to_the_server_pass if not mcp_refused({"response": "result"})

test_a_stream_is_opened_and_a_session_ended[method] if {
	some method in ["GET", "DELETE"]
	not refused({"host": "api.example.com", "method": method})
}

test_a_post_without_a_call_is_refused if refused({"host": "api.example.com", "method": "POST"})

test_other_hosts_are_free if not refused({"host": "www.example.com", "method": "POST"})

mcp_refused(rpc) if refused({"host": "api.example.com", "method": "POST", "rpc": rpc})

refused(net) if {
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "mcp-tools"
}
