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

# hosts FILE: writes a network policy of $rules endpoints that may be read.
hosts() {
  { printf 'version: 1\nnetwork_policies:\n r:\n  endpoints:\n'
    for ((i = 0; i < rules; i++)); do
      printf -- '  - {host: h%d.example.com, port: 443, protocol: rest, access: read-only}\n' "$i"
    done; } > "$folder/$1"
}

# paths FILE LAST: writes a network policy of $rules rules at one host, the last of them with the path LAST.
paths() {
  { printf 'version: 1\nnetwork_policies:\n r:\n  endpoints:\n  - host: h.example.com\n    port: 443\n'
    printf '    protocol: rest\n    rules:\n'
    for ((i = 1; i < rules; i++)); do printf -- '    - allow: {method: GET, path: "/v%d/**"}\n' "$i"; done
    printf -- '    - allow: {method: POST, path: "%s"}\n' "$2"; } > "$folder/$1"
}

# timed NAME COMMAND...: prints the seconds of processor time that a command takes, and its last line.
timed() {
  local name=$1 TIMEFORMAT='%U + %S s'
  shift
  { time "$sallyport" "$@" > "$folder/out" 2> /dev/null || true; } 2>&1 | tr '\n' ' '
  printf ' %s: %s\n' "$name" "$(tail -1 "$folder/out" | cut -c1-100)"
}

hosts hosts.yaml
paths paths.yaml /last
paths changed.yaml '/*/other'
timed 'no policy' policy prove --allow a.example.com --never b.example.com
for kind in hosts paths; do
  timed "$kind: never a host" policy prove --policy "$folder/$kind.yaml" --never paste.example.org
  timed "$kind: never a method" policy prove --policy "$folder/$kind.yaml" --never 'POST https://**'
  timed "$kind: within itself" policy prove --policy "$folder/$kind.yaml" --within "$folder/$kind.yaml"
done
timed 'paths: one of them changed' policy diff "$folder/paths.yaml" "$folder/changed.yaml"
