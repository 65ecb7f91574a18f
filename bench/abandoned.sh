#!/usr/bin/env bash
# Measures what clients that give up leave behind: held connections and sockets, refused requests, effects on a neighbour.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/abandoned.sh [--clients N] [--at-once N]

Starts Sallyport with its launcher, a target that never answers and one that does. N clients of one sandbox give up after a
second (curl --max-time 1). Meanwhile another sandbox sends a request to the second target every second; afterwards the first
sandbox does too.

  --clients N   number of clients that give up (1000)
  --at-once N   number of them at a time (100)

Needs the tools of the build and: Linux, curl, python3, ss. Exits with 1 if any answer was 429, or anything is still held
after 10 s.
END
}

clients=1000 at_once=100
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --clients) clients=$2; shift 2 ;;
    --at-once) at_once=$2; shift 2 ;;
    *) usage >&2; exit 2 ;;
  esac
done
cd "$(dirname "$0")/.."
sallyport=${SALLYPORT:-./sallyport}
folder=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$folder"' EXIT

cat >"$folder/targets.py" <<'END'
import selectors, socket
selector = selectors.DefaultSelector()
for kind in ("silent", "quick"):
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(kind, listener.getsockname()[1], flush=True)
    selector.register(listener, selectors.EVENT_READ, kind)
while True:
    for key, _ in selector.select():
        if isinstance(key.data, str):
            connection, _ = key.fileobj.accept()
            selector.register(connection, selectors.EVENT_READ, (key.data,))
        else:
            try:
                heard = key.fileobj.recv(65536)
            except OSError:
                heard = b""
            if not heard:
                selector.unregister(key.fileobj)
                key.fileobj.close()
            elif key.data[0] == "quick":
                key.fileobj.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
END
: >"$folder/ports"
python3 "$folder/targets.py" >>"$folder/ports" & pids+=($!)
until [ "$(wc -l <"$folder/ports")" -eq 2 ]; do sleep 0.1; done
silent=$(awk '$1 == "silent" {print $2}' "$folder/ports")
quick=$(awk '$1 == "quick" {print $2}' "$folder/ports")

cat >"$folder/gateway.yaml" <<END
proxy: {listen: ["127.0.0.1:0"]}
admin: {listen: "127.0.0.1:0"}
state: "state"
egress: {hosts: {"silent.test:80": "127.0.0.1:$silent", "quick.test:80": "127.0.0.1:$quick"}}
END
"$sallyport" serve --config "$folder/gateway.yaml" >"$folder/ready" 2>"$folder/log" & pids+=($!)
until [ -s "$folder/ready" ]; do
  kill -0 "${pids[1]}" || { cat "$folder/log" >&2; exit 1; }
  sleep 0.2
done
admin=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["admin"])' "$folder/ready")
for id in leaving neighbour; do
  "$sallyport" sandbox put "$id" --allow silent.test quick.test --env "$folder/$id.env" \
    --admin "$admin" --token-file "$folder/state/admin.token" >/dev/null
done
proxy_of() { (. "$folder/$1.env"; printf %s "$http_proxy"); }
leaving=$(proxy_of leaving) neighbour=$(proxy_of neighbour)

ask() { curl -s -o /dev/null --max-time 20 -w '%{http_code} %{time_total}\n' -x "$1" http://quick.test/; }
(while :; do ask "$neighbour"; sleep 1; done >>"$folder/neighbour") & neighbour_pid=$!; pids+=("$neighbour_pid")
seq "$clients" | xargs -P "$at_once" -I{} curl -s -o /dev/null --max-time 1 -w '%{http_code}\n' -x "$leaving" \
  http://silent.test/{} >"$folder/leaving" || true
ended=$(date +%s%N)
held() { ss -Htn state established state close-wait "dport = :$silent" | wc -l; }
peak=$(held)
until [ "$(held)" -eq 0 ] || [ $(($(date +%s%N) - ended)) -gt 10000000000 ]; do sleep 0.05; done
left=$(held) millis=$((($(date +%s%N) - ended) / 1000000))
after=$(for _ in 1 2 3 4 5; do ask "$leaving"; done | cut -d' ' -f1 | sort | uniq -c | xargs)
kill "$neighbour_pid" 2>/dev/null || true
refused=$(grep -c '^429' "$folder/leaving" || true)
closed=$(grep -c '"reason":"client_closed"' "$folder/state/audit.jsonl" || true)

echo "clients that gave up         $clients, $at_once at a time"
echo "answered 429                 $refused"
echo "recorded as client_closed    $closed"
echo "target sockets at their end  $peak"
echo "the last of them closed      $millis ms later; left: $left"
echo "same sandbox, five requests  $after (times, status)"
echo "neighbour                    $(cut -d' ' -f1 "$folder/neighbour" | sort | uniq -c | xargs) (times, status);" \
  "slowest $(cut -d' ' -f2 "$folder/neighbour" | sort -n | tail -1) s"
[ "$refused" -eq 0 ] && [ "$left" -eq 0 ]
