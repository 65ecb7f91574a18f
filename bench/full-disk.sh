#!/usr/bin/env bash
# Checks a gateway whose state is on a full disk of 1 MiB: what still works, what is refused, and what recovers with space.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/full-disk.sh

Starts Sallyport with its launcher (or $SALLYPORT) with its state on a tmpfs of 1 MiB in a separate mount namespace, fills it,
and sends requests. Needs the tools of the build and: Linux, unshare (user namespaces, unless it is root), curl, python3.
Exits with 1 if an answer differs from what is expected.
END
}

case ${1:-} in
  "") cd "$(dirname "$0")/.." && exec unshare --user --map-root-user --mount --kill-child -- "$0" --inside ;;
  --inside) ;;
  *) usage; exit 2 ;;
esac
sallyport=${SALLYPORT:-./sallyport}
folder=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
disk=$folder/disk
mkdir "$disk"
mount -t tmpfs -o size=1m tmpfs "$disk"
gateway= origin= failed=0
trap 'kill $gateway $origin 2>/dev/null || true; wait 2>/dev/null || true; umount "$disk"; rm -rf "$folder"' EXIT

mkdir "$folder/www" && echo hello >"$folder/www/index.html"
python3 -u -m http.server --bind 127.0.0.1 --directory "$folder/www" 0 >"$folder/origin.log" 2>&1 &
origin=$!
until grep -q 'port [0-9]' "$folder/origin.log"; do sleep 0.1; done
port=$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$folder/origin.log" | head -1)
cat >"$folder/gateway.yaml" <<END
proxy: {listen: ["127.0.0.1:0"]}
admin: {listen: "127.0.0.1:0"}
state: "$disk"
audit: {file: "$folder/audit.jsonl"}
egress: {hosts: {"yes.test:80": "127.0.0.1:$port"}}
END
$sallyport serve --config "$folder/gateway.yaml" >"$folder/ready" 2>"$folder/log" &
gateway=$!
until grep -q proxy "$folder/ready"; do kill -0 $gateway || { cat "$folder/log" >&2; exit 3; }; sleep 0.2; done
of() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$folder/ready"; }
proxy=$(of proxy) admin=$(of admin) token=$(cat "$(of token_file)")

api() { # METHOD PATH [BODY]: prints the status; leaves the body in $folder/body
  curl -s -o "$folder/body" -w '%{http_code}' -X "$1" -H "Authorization: Bearer $token" "$admin$2" ${3:+-d "$3"}
}
value() { sed -n 's/.*"value":"\([^"]*\)".*/\1/p' "$folder/body"; }
get() { curl -s -o /dev/null -w '%{http_code}' -x "$proxy" -H "Proxy-Authorization: Bearer $1" \
  http://yes.test/; }
row() { # WHAT EXPECTED GOT
  printf '%-58s %-6s %s\n' "$1" "$2" "$3"
  [ "$2" = "$3" ] || failed=1
}
lease() { echo "{\"lease\": {\"net.fetch\": [\"http://yes.test/**\"], \"cost.budget\": [\"requests:$1\"]}}"; }

printf '%-58s %-6s %s\n' what wanted came
row 'a lease is put' 201 "$(api PUT /v1/leases/spender "$(lease 15)")"
spender=$(value)
row 'another' 201 "$(api PUT /v1/leases/gone "$(lease 1000)")"
gone=$(value)
row 'its request' 200 "$(get "$gone")"
cat /dev/zero >"$disk/filler" 2>/dev/null || true
row 'full: a lease is put' 503 "$(api PUT /v1/leases/more "$(lease 5)")"
row 'full: the lease is revoked, durably by the journal' 204 "$(api DELETE /v1/leases/gone)"
row 'full: its credential is dead' 407 "$(get "$gone")"
row 'full: guardrails are put, in force and not durable' 202 \
  "$(api PUT /v1/guardrails '{"rego": {"g.rego": "package sallyport.guardrails\n"}}')"
row 'full: not ready' 503 "$(api GET /readyz)"
row 'full: a request that is charged' 200 "$(get "$spender")"
began=$SECONDS spent=1 status=200
while [ "$status" = 200 ] && [ "$spent" -lt 12 ]; do
  sleep 1
  status=$(get "$spender")
  [ "$status" = 200 ] && spent=$((spent + 1))
done
row "full: refused after $((SECONDS - began)) s and $spent requests" 503 "$status"
rm "$disk/filler"
for _ in $(seq 60); do [ "$(api GET /readyz)" = 200 ] && break; sleep 0.5; done
row 'room: ready' 200 "$(api GET /readyz)"
row 'room: a request that is charged' 200 "$(get "$spender")"
sleep 1 # spending is written four times a second (docs/decisions/state-on-disk.md)
kill -9 $gateway; wait $gateway 2>/dev/null || true
$sallyport serve --config "$folder/gateway.yaml" >"$folder/ready" 2>>"$folder/log" &
gateway=$!
until grep -q proxy "$folder/ready"; do kill -0 $gateway || { cat "$folder/log" >&2; exit 3; }; sleep 0.2; done
proxy=$(of proxy) admin=$(of admin)
row 'after kill -9: the credential stays dead' 407 "$(get "$gone")"
api GET /v1/leases/spender >/dev/null
row 'after kill -9: left of 15' $((15 - spent - 1)) "$(sed -n 's/.*"remaining":{"requests":"\([0-9]*\)".*/\1/p' "$folder/body")"
echo "lines of the log on spending: $(grep -c 'what sandboxes spend' "$folder/log")"
exit $failed
