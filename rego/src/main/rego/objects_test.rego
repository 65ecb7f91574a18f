package sallyport.objects_test

import data.sallyport.objects

operations(net) := found if {
	found := objects.operations with input as {"net": net}
		with data.lists as {"object_stores": {"s3.corp.test": "s3"}}
}

net(host, method, path) := {
	"host": host,
	"suffixes": [concat(".", array.slice(names, from, count(names))) | some from in numbers.range(0, count(names) - 1)],
	"method": method,
	"path": path,
	"segments": split(trim_prefix(path, "/"), "/"),
} if {
	names := split(host, ".")
}

short(operation) := concat(" ", [operation[name] | some name in ["store", "action", "bucket", "key"]; operation[name]])

does(request, more, expected) if {
	[method, host, path] := split(request, " ")
	got := {short(operation) | some operation in operations(object.union(net(host, method, path), more))}
	print(request, got)
	got == expected
}

test_other_hosts_have_none if {
	operations(net("www.example.com", "PUT", "/x")) == set()
	operations(net("s3.example.com", "PUT", "/x")) == set()
	operations(net("ec2.amazonaws.com", "POST", "/")) == set()
	operations({"host": "s3.amazonaws.com", "suffixes": ["s3.amazonaws.com", "amazonaws.com", "com"]}) == set()
}

test_a_bucket_is_in_the_path_or_in_the_name_of_the_host[request] if {
	some request in [
		"PUT s3.amazonaws.com /acme/a/b", "PUT s3.eu-west-1.amazonaws.com /acme/a/b",
		"PUT acme.s3.amazonaws.com /a/b", "PUT acme.s3.dualstack.us-east-1.amazonaws.com /a/b",
		"PUT acme.s3-accelerate.amazonaws.com /a/b", "PUT acme.s3.cn-north-1.amazonaws.com.cn /a/b",
		"PUT s3.corp.test /acme/a/b", "PUT acme.s3.corp.test /a/b",
	]
	does(request, {}, {"s3 write acme a/b"})
}

test_names_with_dots if {
	does("GET acme.com.s3.amazonaws.com /a", {}, {"s3 read acme.com a"})
	does("GET evil.s3.acme.s3.amazonaws.com /a", {}, {"s3 read evil.s3.acme a"})
}

test_other_stores if {
	does("PUT storage.googleapis.com /acme/a/b", {}, {"gcs write acme a/b"})
	does("PUT acme.storage.googleapis.com /a/b", {}, {"gcs write acme a/b"})
	does("PUT acme.blob.core.windows.net /box/a/b", {}, {"azure write acme/box a/b"})
	does("GET acme.blob.core.windows.net /box", {"query": {"restype": ["container"], "comp": ["list"]}}, {"azure list acme/box"})
}

test_reading_and_listing if {
	does("HEAD acme.s3.amazonaws.com /a", {}, {"s3 read acme a"})
	does("GET acme.s3.amazonaws.com /", {"query": {"list-type": ["2"]}}, {"s3 list acme"})
	does("GET s3.amazonaws.com /acme", {}, {"s3 list acme"})
	does("GET s3.amazonaws.com /acme/", {}, {"s3 list acme"})
}

test_writing_in_parts if {
	does("POST acme.s3.amazonaws.com /a", {"query": {"uploads": [""]}}, {"s3 write acme a"})
	does("PUT acme.s3.amazonaws.com /a", {"query": {"partNumber": ["1"], "uploadId": ["x"]}}, {"s3 write acme a"})
}

# The keys of a deletion of many are in its body: none is said.
test_deleting if {
	does("DELETE acme.s3.amazonaws.com /a", {}, {"s3 delete acme a"})
	does("POST acme.s3.amazonaws.com /", {"query": {"delete": [""]}}, {"s3 delete acme"})
	does("DELETE acme.s3.amazonaws.com /", {}, {"s3 settings acme"})
}

test_settings_are_no_objects if {
	does("PUT acme.s3.amazonaws.com /", {"query": {"policy": [""]}}, {"s3 settings acme"})
	does("PUT acme.s3.amazonaws.com /a", {"query": {"acl": [""]}}, {"s3 settings acme a"})
	does("GET acme.s3.amazonaws.com /a", {"query": {"acl": [""]}}, {"s3 settings acme a"})
	does("PUT acme.s3.amazonaws.com /", {}, {"s3 settings acme"})
	does("POST acme.s3.amazonaws.com /", {"content_type": "multipart/form-data"}, {"s3 settings acme"})
	does("PUT acme.blob.core.windows.net /box/a", {"query": {"comp": ["tags"]}}, {"azure settings acme/box a"})
}

test_a_copy_reads_too if {
	does("PUT acme.s3.amazonaws.com /a", {"headers": {"x-amz-copy-source": ["evil/b"]}}, {"s3 write acme a", "s3 copy"})
	does("PUT acme.blob.core.windows.net /box/a", {"headers": {"x-ms-copy-source": []}}, {"azure write acme/box a", "azure copy"})
}

test_what_names_no_bucket_plainly_is_a_write[request] if {
	some request in [
		"GET s3.amazonaws.com /", "GET point-123456789012.s3-accesspoint.eu-west-1.amazonaws.com /a",
		"GET s3.amazonaws.com /%61cme/a", "POST s3-control.eu-west-1.amazonaws.com /v20180820/jobs",
	]
	does(request, {}, {"s3 write"})
}

test_the_api_of_json_is_not_understood if {
	does("GET storage.googleapis.com /storage/v1/b/acme/o/a", {}, {"gcs write"})
	does("POST storage.googleapis.com /upload/storage/v1/b/acme/o", {}, {"gcs write"})
	does("GET www.googleapis.com /storage/v1/b/acme/o/a", {}, {"gcs write"})
}

test_another_method_in_a_header_is_a_write if {
	does("POST acme.s3.amazonaws.com /a", {"headers": {"x-http-method-override": ["DELETE"]}}, {"s3 write"})
}
