#!/usr/bin/env bash
# Runs a gateway under a mixed load: checks for lost requests and lost or duplicate records; measures latency and memory.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/soak.sh [--minutes N] [--sandboxes N] [--folder DIR]

Starts Sallyport with its launcher and nginx as the target. Each sandbox has three clients. The load has forwarded and
intercepted requests, opaque tunnels, refusals, clients that give up and clients that stop reading; meanwhile policies change,
and sandboxes come and go. Each request has a unique path, so that the audit log can be compared with the answers.

  --minutes N    duration (15)
  --sandboxes N  number of sandboxes (8)
  --folder DIR   for state and logs (a new one below /tmp, removed)

Needs the tools of the build and: Linux, nginx. Exits with 1 if something was lost or memory grew.
END
}

minutes=15 sandboxes=8 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options minutes sandboxes folder -- "$@"
own_folder
measure soak -Dsoak.folder="$folder" -Dsoak.minutes="$minutes" -Dsoak.sandboxes="$sandboxes"
