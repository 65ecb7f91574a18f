package sallyport.guardrails

on_models if {
	input.net.host == "models.example"
	input.net.method == "POST"
}

deny contains {"rule": "model", "message": "no such model"} if {
	on_models
	not input.net.body.json.model in {"small"}
}

deny contains {"rule": "team", "message": "another team"} if {
	input.net.host == "prod.example"
	input.sandbox.labels.team != "security"
}

deny contains {"rule": "tool", "message": "no such tool"} if {
	on_models
	not data.lists.blocked[input.net.headers["x-tool"][0]]
}

deny contains {"rule": "size", "message": "too many"} if {
	input.net.host == "models.example"
	input.net.method == "POST"
	not permitted_size
}

permitted_size if input.net.body.json.size != "large"
