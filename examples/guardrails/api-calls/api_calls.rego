# The hosts of a list are called no more often than the rate api-calls of the configuration says.
package sallyport.guardrails

# Each request counts, those in tunnels too.
obligations contains {"intercept": true, "rate": "api-calls"} if limited_api

# One such request is many calls, of which the rate would count one.
deny contains {"rule": "api-batch", "message": "no batch requests to this host: its calls are counted"} if {
	limited_api
	startswith(input.net.path, "/batch")
}

limited_api if input.net.host in data.lists.limited_apis

# Without the list every host is limited.
limited_api if not has_limited_apis

has_limited_apis if is_array(data.lists.limited_apis)
