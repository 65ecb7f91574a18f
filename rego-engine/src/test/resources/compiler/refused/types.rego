package sample.types

import data.unused

a if {
	http.send({"method": "get", "url": "http://example.test"})
	x := 1
	count(1) == 2
}

b := opa.runtime().env

c if net.lookup_ip_addr("example.test")

d := time.now_ns(1)

e := rego.parse_module("x", "package x")
