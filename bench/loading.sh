#!/usr/bin/env bash
# Measures reading and compiling of large network policies: seconds of processor time of `policy check`, with its start.
#   bench/loading.sh [--rules N] [--folder DIR]    the program is $SALLYPORT, or ./sallyport
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/common.sh
usage() { sed -n '2,3s/^# //p' bench/loading.sh; }
rules=10000 folder=
options rules folder -- "$@"
own_folder

# hosts FILE COUNT: writes a network policy of COUNT endpoints that may be read.
hosts() {
  { printf 'version: 1\nnetwork_policies:\n r:\n  endpoints:\n'
    for ((i = 0; i < $2; i++)); do
      printf -- '  - {host: h%d.example.com, port: 443, protocol: rest, access: read-only}\n' "$i"
    done; } > "$folder/$1"
}

# paths FILE: writes a network policy of $rules rules at one host.
paths() {
  { printf 'version: 1\nnetwork_policies:\n r:\n  endpoints:\n  - host: h.example.com\n    port: 443\n'
    printf '    protocol: rest\n    rules:\n'
    for ((i = 0; i < rules; i++)); do printf -- '    - allow: {method: GET, path: "/v%d/**"}\n' "$i"; done
  } > "$folder/$1"
}

# timed NAME FILE: prints the seconds of processor time of a check.
timed() {
  local TIMEFORMAT='%U + %S s'
  { time "${SALLYPORT:-./sallyport}" policy check --policy "$folder/$2" > /dev/null 2> "$folder/log"; } 2>&1 \
    | tr '\n' ' ' || { cat "$folder/log" >&2; exit 1; }
  printf ' %s\n' "$1"
}

hosts one.yaml 1
hosts hosts.yaml "$rules"
paths paths.yaml
timed 'one endpoint' one.yaml
timed "$rules endpoints" hosts.yaml
timed "$rules rules of one endpoint" paths.yaml
