#!/usr/bin/env bash
# Measures what floods of HTTP/2 frames cost the gateway, and another sandbox's requests.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/http2-floods.sh [--seconds N] [--clients N] [--folder DIR]

Starts Sallyport with its launcher, and nginx as the target. Clients of one sandbox open tunnels, speak HTTP/2 in them and
flood: SETTINGS, PING, PRIORITY, resets, CONTINUATION and others in turn, each on a new connection once the gateway has ended
the last one. Prints for each the processor time and the growth of memory of the gateway, and the latency of another sandbox's
requests meanwhile; the first row is without a flood. The clients use this machine's processor too.

  --seconds N    length of each flood (10)
  --clients N    connections that flood at once (4)
  --folder DIR   for state and logs (a new one below /tmp, removed)

Needs the tools of the build and: Linux, nginx. Exits with 1 if a request of the other sandbox failed.
END
}

seconds=10 clients=4 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options seconds clients folder -- "$@"
own_folder
ulimit -n "$(ulimit -Hn)"
measure http2-floods -Dfloods.folder="$folder" -Dfloods.seconds="$seconds" -Dfloods.clients="$clients"
