package sallyport.guardrails

import data.lists

deny contains {"rule": "no-gist", "message": "gists are closed"} if input.net.host == "gist.github.com"

deny contains {"rule": "listed", "message": sprintf("%s is listed", [host])} if {
	some host in lists.closed
	some suffix in input.net.suffixes
	suffix == host
}

deny contains {"rule": "upload", "message": "no uploads while planning"} if {
	input.phase == "planning"
	input.net.method in {"POST", "PUT", "PATCH"}
	not trusted(input.sandbox.labels)
}

obligations contains {"redact": ["authorization"]} if input.net.host == "api.github.com"

trusted(labels) if labels.team == "release"
