# GraphQL for reading: at hosts of a list no mutation and no subscription, whatever the operation is called.
package sallyport.guardrails

# What cannot be read as GraphQL is "unreadable", and the request is refused; a hash alone is no query.
deny contains {"rule": "graphql-queries", "message": "queries alone at this host"} if {
	input.net.host in data.lists.graphql_read_only
	endswith(input.net.path, "/graphql")
	not graphql_query
}

graphql_query if input.net.graphql.operation == "query"
