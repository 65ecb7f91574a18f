#!/usr/bin/env bash
# Measures many sandboxes: heap per sandbox, the latency of a change, and a start with stored sandboxes.
#   bench/sandboxes.sh [FOLDER]    keeps states below FOLDER; default: a new one in memory (/dev/shm), so without disk syncs
set -euo pipefail
cd "$(dirname "$0")/.."
made=
folder=${1:-}
if [ -z "$folder" ]; then
  folder=$(mktemp -d /dev/shm/sallyport-bench.XXXXXX)
  made=$folder
fi
trap '[ -z "$made" ] || rm -rf "$made"' EXIT
mvn -q -pl bench -am verify -DskipTests -Psandboxes -Dsandboxes.folder="$folder"
