#!/usr/bin/env bash
# What many sandboxes cost: heap for each, the latency of a change among them, and the start with stored ones.
#   bench/sandboxes.sh [FOLDER]    the states stand below FOLDER; default: a new one in memory (/dev/shm), so without the disk's sync
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
