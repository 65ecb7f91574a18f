# Objects that several rules make, and their conflicts.
package corpus.partial_objects

limits["requests"] := 100 if input.phase == "execution"

limits["requests"] := 10 if input.phase == "planning"

limits[name] := limit if {
	some name, limit in data.lists.limits
	name != "requests"
}

seen[input.net.host] := input.net.path

seen[host] := "/" if some host in data.lists.mirrors

ports[scheme] contains port if some {"scheme": scheme, "port": port} in data.lists.ports

ports[input.net.scheme] contains input.net.port

flags.kind[input.kind] := true

flags.method[input.net.method] := writes if writes := input.net.method != "GET"

flags.fixed := 1

by_segment[segment].at contains i if some i, segment in input.net.segments

by_segment["x"].special := true if input.net.port == 443
