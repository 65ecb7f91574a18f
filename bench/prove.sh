#!/usr/bin/env bash
# Measures proofs and differences of large policies: seconds of processor time of a whole command, with its start.
#   bench/prove.sh [--rules N] [--folder DIR]    the program is $SALLYPORT, or ./sallyport
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/common.sh
usage() { sed -n '2,3s/^# //p' bench/prove.sh; }
rules=10000 folder=
options rules folder -- "$@"
own_folder
sallyport=${SALLYPORT:-./sallyport}

# policy FILE HOST PATH [LAST]: writes a network policy of $rules rules; HOST and PATH have the number as @.
policy() {
  { printf 'version: 1\nnetwork_policies:\n  r:\n    binaries: [{path: "/**"}]\n    endpoints:\n'
    for ((i = 1; i < rules; i++)); do
      printf -- '- {host: %s, port: 443, protocol: rest, rules: [{allow: {method: GET, path: "%s"}}]}\n' \
        "${2//@/$i}" "${3//@/$i}"
    done
    printf -- '- {host: %s, port: 443, protocol: rest, rules: [{allow: {method: POST, path: "%s"}}]}\n' \
      "${2//@/0}" "${4:-/last}"; } | sed 's/^- /    - /' > "$folder/$1"
}

# timed NAME COMMAND...: prints the seconds of processor time that a command takes, and its last line.
timed() {
  local name=$1 TIMEFORMAT='%U + %S s'
  shift
  { time "$sallyport" "$@" > "$folder/out" 2> /dev/null || true; } 2>&1 | tr '\n' ' '
  printf ' %s: %s\n' "$name" "$(tail -1 "$folder/out" | cut -c1-100)"
}

policy hosts.yaml h@.example.com '/v1/**'
policy paths.yaml h.example.com '/v@/**'
policy changed.yaml h.example.com '/v@/**' '/*/other'
timed 'no policy' policy prove --allow a.example.com --never b.example.com
for kind in hosts paths; do
  timed "$kind: never, proven" policy prove --policy "$folder/$kind.yaml" --never paste.example.org
  timed "$kind: never, refuted" policy prove --policy "$folder/$kind.yaml" --never 'POST https://**'
  timed "$kind: within itself" policy prove --policy "$folder/$kind.yaml" --within "$folder/$kind.yaml"
done
timed 'paths: one of them changed' policy diff "$folder/paths.yaml" "$folder/changed.yaml"
