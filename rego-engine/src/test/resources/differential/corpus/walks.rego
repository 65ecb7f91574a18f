# Walks over documents of any shape.
package corpus.walks

strings_of(document) := {value |
	walk(document, [_, value])
	is_string(value)
}

secret_paths contains concat("/", [sprintf("%v", [step]) | some step in path]) if {
	walk(input, [path, value])
	is_string(value)
	regex.match(`(?i)secret|key`, value)
}

deny contains {"rule": "secret", "message": path} if some path in secret_paths

depth := max({count(path) | walk(input.net, [path, _])})

leaves := count([1 | walk(input.sandbox, [_, value]); not is_object(value)])

texts := strings_of(input.sandbox) & strings_of(data.lists)

team_at contains path if walk(data.lists, [path, input.sandbox.labels.team])

label := object.get(input, ["sandbox", "labels", "team"], "none")

trimmed := object.remove(input.sandbox, ["labels"])

joined := object.union(input.sandbox, {"labels": {"team": "other"}})
