#!/usr/bin/env bash
# Measures what a Redis costs that gateways share, and simulates fleets of up to 1,000 gateways with these costs.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'END'
usage: bench/fleets.sh [--kib N] [--folder FOLDER]
  --kib N          KiB of heap that a gateway needs for a sandbox (bench/sandboxes.sh measures it); default 22
  --folder FOLDER  for states of gateways; default: a new one in memory (/dev/shm), so without disk syncs
Needs redis-server on the PATH. Takes some three minutes on a machine that does nothing else.
END
}

. bench/common.sh
kib=22 folder=
options kib folder -- "$@"
redis=$(command -v redis-server) || { echo "bench: redis-server is not on the PATH" >&2; exit 3; }
made=
[ -n "$folder" ] || made=$(mktemp -d /dev/shm/sallyport-bench.XXXXXX)
folder=${folder:-$made}
trap '[ -z "$made" ] || rm -rf "$made"' EXIT
measure fleets -Dfleets.folder="$folder" -Dfleets.redis="$redis" -Dfleets.kib="$kib"
