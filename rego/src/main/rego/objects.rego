# What a request does at an object store: S3, Google Cloud Storage or Azure Blob Storage.
#
# Guardrails import it. The table of operations is in docs/forges.md. Stores of your own are data:
#
#   data.lists.object_stores   host -> "s3" or "gcs"; a host below one is a bucket of it
#
# What is not understood is the operation `write` without a bucket, never a read.
package sallyport.objects

# What the request does, an object each: a copy also reads. At other hosts, and at a CONNECT, there are none.
operations contains object.union({"store": store}, operation) if {
	store
	input.net.method
	some operation in found
}

# The kind of store. Undefined elsewhere.
store := "s3" if amazon

store := "gcs" if google

store := "azure" if azure

store := name if name := stores[0]

stores := [name | some suffix in input.net.suffixes; name := object.get(data.lists, "object_stores", {})[suffix]]

amazon if {
	"amazonaws.com" in input.net.suffixes
	regex.match(`(^|\.)s3[.-]`, input.net.host)
}

amazon if {
	"amazonaws.com.cn" in input.net.suffixes
	regex.match(`(^|\.)s3[.-]`, input.net.host)
}

google if "storage.googleapis.com" in input.net.suffixes

google if input.net.host == "storage.cloud.google.com"

google if {
	input.net.host == "www.googleapis.com"
	"storage" in input.net.segments
}

azure if "blob.core.windows.net" in input.net.suffixes

found := [{"action": "write"}] if overridden

else := copies if copying

else := [object.union({"action": action}, place)] if place

else := [{"action": "write"}]

overridden if {
	some name in ["x-http-method-override", "x-http-method", "x-method-override"]
	input.net.method == "POST"
	input.net.headers[name]
}

copying if {
	some name in ["x-amz-copy-source", "x-amz-rename-source", "x-goog-copy-source", "x-ms-copy-source"]
	input.net.method == "PUT"
	input.net.headers[name]
}

# What is copied may be anybody's: only that the copy reads is said.
copies := [object.union({"action": "write"}, place), {"action": "copy"}] if place

else := [{"action": "write"}, {"action": "copy"}]

# A sub-resource, such as `?policy`, is a setting, and no object.
action := "settings" if settings

else := "list" if {
	reads
	not place.key
}

else := "read" if reads

else := "delete" if deletes

else := "write"

reads if input.net.method in {"GET", "HEAD"}

deletes if input.net.method == "DELETE"

deletes if deletes_keys

settings if {
	store in {"gcs", "s3"}
	some name in sub_resources
	has_parameter(name)
}

settings if {
	store == "azure"
	some name in ["comp", "restype"]
	some value in input.net.query[name]
	not value in {"block", "blocklist", "container", "list"}
}

settings if {
	not place.key
	not deletes_keys
	not reads
}

deletes_keys if {
	input.net.method == "POST"
	has_parameter("delete")
}

sub_resources := {
	"accelerate", "acl", "analytics", "billing", "compose", "cors", "encryption", "intelligent-tiering", "inventory", "legal-hold",
	"lifecycle", "logging", "metadataTable", "metrics", "notification", "object-lock", "ownershipControls", "policy",
	"policyStatus", "publicAccessBlock", "replication", "requestPayment", "retention", "session", "storageClass", "tagging",
	"versioning", "website",
}

has_parameter(name) if input.net.query[name]

# The bucket, and the key unless the whole bucket is meant. Undefined where the request does not say it plainly.

place := {"bucket": bucket} if keys == [""]

else := {"bucket": bucket, "key": concat("/", keys)}

bucket := virtual if virtual

else := input.net.segments[0] if {
	path_style
	regex.match(`^[a-zA-Z0-9][a-zA-Z0-9._-]*$`, input.net.segments[0])
}

else := sprintf("%s/%s", [account, input.net.segments[0]]) if {
	azure
	input.net.segments[0] != ""
}

keys := input.net.segments if virtual

else := [""] if count(input.net.segments) == 1

else := array.slice(input.net.segments, 1, count(input.net.segments))

# Google's API of JSON has keys that are encoded as one segment: it is not understood.
path_style if {
	amazon_host[0][1] == ""
}

path_style if {
	input.net.host in {"storage.cloud.google.com", "storage.googleapis.com"}
	not input.net.segments[0] in {"batch", "download", "resumable", "storage", "upload"}
}

path_style if object.get(data.lists, "object_stores", {})[input.net.host]

# Access points and other hosts of S3 name no bucket.
amazon_host := regex.find_all_string_submatch_n(
	`^(?:(.+)\.)?s3(?:-accelerate)?(?:\.dualstack)?(?:[.-][a-z]{2}(?:-[a-z]+)+-[0-9])?\.amazonaws\.com(?:\.cn)?$`,
	input.net.host, 1,
)

virtual := amazon_host[0][1] if amazon_host[0][1] != ""

else := trim_suffix(input.net.host, ".storage.googleapis.com") if endswith(input.net.host, ".storage.googleapis.com")

else := trim_suffix(input.net.host, concat("", [".", parent])) if {
	not object.get(data.lists, "object_stores", {})[input.net.host]
	some parent in input.net.suffixes
	object.get(data.lists, "object_stores", {})[parent]
}

account := trim_suffix(input.net.host, ".blob.core.windows.net")
