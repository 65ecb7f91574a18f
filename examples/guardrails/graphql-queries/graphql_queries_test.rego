package sallyport.guardrails_test

import data.sallyport.guardrails

test_queries_pass if not operation_refused({"operation": "query", "fields": ["viewer"]})

test_other_operations_are_refused[operation] if {
	some operation in ["mutation", "subscription"]
	operation_refused({"operation": operation, "fields": ["viewer"]})
}

test_a_hash_alone_is_refused if operation_refused({"persisted": "9f"})

test_a_request_without_an_operation_is_refused if {
	graphql_refused({"host": "api.example.com", "path": "/graphql"})
}

test_other_paths_and_hosts_are_free if {
	not graphql_refused({"host": "api.example.com", "path": "/rest"})
	not graphql_refused({"host": "www.example.com", "path": "/graphql"})
}

operation_refused(graphql) if {
	graphql_refused({"host": "api.example.com", "path": "/v1/graphql", "graphql": graphql})
}

graphql_refused(net) if {
	some deny in guardrails.deny with input as {"net": net}
	deny.rule == "graphql-queries"
}
