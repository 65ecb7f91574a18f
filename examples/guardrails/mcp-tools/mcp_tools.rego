# MCP servers of a list, by the tools that they may be called for; nothing else is asked of them.
package sallyport.guardrails

# A body that is no message of JSON-RPC is "unreadable", and the request is refused.
deny contains {"rule": "mcp-tools", "message": "this call of the MCP server is not granted"} if {
	tools := data.lists.mcp_tools[input.net.host]
	input.net.method == "POST"
	not mcp_granted(tools)
}

mcp_granted(_) if input.net.rpc.response

mcp_granted(_) if input.net.rpc.method in {"initialize", "ping", "tools/list"}

mcp_granted(_) if startswith(input.net.rpc.method, "notifications/")

mcp_granted(tools) if input.net.rpc.tool in tools
