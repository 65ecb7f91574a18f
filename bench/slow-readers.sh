#!/usr/bin/env bash
# Clients that do not read, at a small memory: what their neighbour notices.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/slow-readers.sh [--readers N] [--requests N] [--memory SIZE] [--folder DIR]

Starts Sallyport by its launcher, with the memory of a small machine, and nginx as the target. Clients of one sandbox ask for
256 MiB each, forwarded and intercepted in turn, and read nothing. The latency of a neighbour's requests is measured before,
meanwhile and after, with the gateway's resident memory and what it says of its buffers.

  --readers N    clients that do not read (1000)
  --requests N   of the neighbour, for each line (2000)
  --memory SIZE  -XX:MaxRAM of the gateway (512m)
  --folder DIR   for state and logs (a new one below /tmp, removed)

Needs, beside what the build needs: Linux, nginx. Exits with 1 where a request of the neighbour failed.
END
}

readers=1000 requests=2000 memory=512m folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options readers requests memory folder -- "$@"
own_folder
ulimit -n "$(ulimit -Hn)"
export SALLYPORT_BENCH_JAVA_OPTS="-XX:MaxRAM=$memory -XX:MaxMetaspaceSize=128m ${SALLYPORT_BENCH_JAVA_OPTS:-}"
measure slow-readers -Dslow.folder="$folder" -Dslow.readers="$readers" -Dslow.requests="$requests"
