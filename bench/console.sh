#!/usr/bin/env bash
# Measures the console in a browser beside many sandboxes and a stream of decisions.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/console.sh [--sandboxes N] [--rate N] [--seconds N] [--folder DIR]

Starts Sallyport with its launcher, puts sandboxes, and sends allowed requests through the proxy to a server of its own.
Chromium shows the live page meanwhile: filters are typed, the page is paused, the list of sandboxes is opened, searched and
turned. Prints how long each interaction takes until the next frame (p50, p99), the rate that was reached, and the browser's
memory for scripts and elements at the start and at the end.

  --sandboxes N  sandboxes (10000)
  --rate N       requests a second (5000)
  --seconds N    how long the page is open (120)
  --folder DIR   for state (a new one below /tmp, removed)

Needs the tools of the build and: chromium, playwright-core 1.65.1 below $SALLYPORT_BROWSER, by default where .ci/run
installs it. Exits with 1 if an interaction has a p99 over 100 ms.
END
}

sandboxes=10000 rate=5000 seconds=120 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options sandboxes rate seconds folder -- "$@"
own_folder 700
cat >"$folder/config.yaml" <<END
proxy: {listen: ["127.0.0.1:0"]}
admin: {listen: "127.0.0.1:0"}
egress: {hosts: {"yes.test:80": "127.0.0.1:18080"}}
END
read -r -a launcher <<<"${SALLYPORT_LAUNCHER:-./sallyport}"
"${launcher[@]}" serve --config "$folder/config.yaml" --state "$folder/state" >"$folder/out" 2>"$folder/err" </dev/null &
gateway=$!
trap 'kill "$gateway"; wait "$gateway" || true; [ -z "$made" ] || rm -rf "$made"' EXIT
export NODE_PATH="${SALLYPORT_BROWSER:-$HOME/.cache/sallyport/browser-1}/node_modules"
CHROMIUM=$(command -v chromium) READY="$folder/out" ORIGIN=18080 SANDBOXES=$sandboxes RATE=$rate SECONDS_OPEN=$seconds \
  node bench/console.cjs
