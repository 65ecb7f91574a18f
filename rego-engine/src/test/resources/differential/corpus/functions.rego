# Functions of several bodies, of patterns, and with a default.
package corpus.functions

default risk(_) := 0

risk("POST") := 2

risk("PUT") := 2

risk("DELETE") := 3

risk(method) := 1 if not method in {"GET", "HEAD", "POST", "PUT", "DELETE"}

join([head, tail]) := sprintf("%s/%v", [head, tail])

port_of({"scheme": "https"}) := 443

port_of({"scheme": "http"}) := 80

clash(host) := 1 if endswith(host, ".com")

clash(host) := 2 if startswith(host, "a.")

score := sum([risk(input.net.method), extra])

default extra := 0

extra := 5 if input.net.port != port_of(input.net)

joined := join(input.net.segments)

clashed := clash(input.net.host)

is_deep(segments) if count(segments) > 2

deny contains {"rule": "risk", "message": format_int(score, 10)} if score > 2

deny contains {"rule": "deep", "message": "too deep"} if is_deep(input.net.segments)

undefined_argument := risk(input.net.nothing)
