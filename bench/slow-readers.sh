#!/usr/bin/env bash
# Measures how clients that do not read affect another sandbox, with little memory.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/slow-readers.sh [--readers N] [--requests N] [--memory SIZE] [--folder DIR]

Starts Sallyport with its launcher and the memory of a small machine, and nginx as the target. Clients of one sandbox request
256 MiB each, alternately forwarded and intercepted, and read nothing. Measures the latency of another sandbox's requests
before, meanwhile and after, with the gateway's resident memory and its buffer metrics.

  --readers N    clients that do not read (1000)
  --requests N   requests of the other sandbox, for each line (2000)
  --memory SIZE  -XX:MaxRAM of the gateway (512m)
  --folder DIR   for state and logs (a new one below /tmp, removed)

Needs the tools of the build and: Linux, nginx. Exits with 1 if a request of the other sandbox failed.
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
