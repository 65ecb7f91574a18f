#!/usr/bin/env bash
# A gateway under a mixed load for a while: requests lost, records lost or doubled, latency and resident memory.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/soak.sh [--minutes N] [--sandboxes N] [--folder DIR]

Starts Sallyport by its launcher and nginx as the target. Each sandbox has three clients: forwarded and intercepted requests,
opaque tunnels, refusals, clients that give up and clients that stop reading; policies change all the while, and sandboxes
come and go. Each request has a path of its own, so that the audit log can be held against what was answered.

  --minutes N    how long (15)
  --sandboxes N  how many (8)
  --folder DIR   for state and logs (a new one below /tmp, removed)

Needs, beside what the build needs: Linux, nginx. Exits with 1 where something was lost or memory grew.
END
}

minutes=15 sandboxes=8 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options minutes sandboxes folder -- "$@"
own_folder
measure soak -Dsoak.folder="$folder" -Dsoak.minutes="$minutes" -Dsoak.sandboxes="$sandboxes"
