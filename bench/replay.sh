#!/usr/bin/env bash
# Measures policy replay over a generated audit log: seconds of processor time and of the clock, with the start.
#   bench/replay.sh [--records N] [--folder DIR]    the program is $SALLYPORT, or ./sallyport
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/common.sh
usage() { sed -n '2,3s/^# //p' bench/replay.sh; }
records=1000000 folder=
options records folder -- "$@"
own_folder
sallyport=${SALLYPORT:-./sallyport}

# log FILE: writes records of 100 sandboxes at 200 hosts; one path of 20,000 each, one refusal of ten.
log() {
  awk -v n="$records" 'BEGIN {
    srand(1)
    zero = sprintf("%064d", 0)
    split("GET GET GET GET POST PUT", methods, " ")
    for (i = 0; i < n; i++) {
      host = int(rand() * 200)
      path = host % 2 ? "/repos/acme/x/pulls/" int(rand() * 100) "/files" : "/v1/items/" int(rand() * 100)
      refused = rand() < 0.1
      printf "{\"v\":1,\"audit_id\":\"1m7q8eckv%04x\",\"time\":\"2026-11-%02dT12:%02d:%02d.%03dZ\",\"kind\":\"http\",", \
        i % 65536, 1 + i * 20 / n, i / 60000 % 60, i / 1000 % 60, i % 1000
      printf "\"sandbox\":\"sb-%d\",\"run\":\"run-%d\",\"generation\":3,", host % 100, host % 100
      printf refused ? "\"verdict\":\"deny\",\"reason\":\"no_grant\",\"status\":403," \
        : "\"verdict\":\"allow\",\"reason\":\"granted\",\"rule\":\"lease:net.fetch[0]\",\"status\":200,"
      printf "\"mode\":\"enforce\",\"would_deny\":false,\"scheme\":\"https\",\"host\":\"h%d.example.com\",\"port\":443,", host
      printf "\"method\":\"%s\",\"path\":\"%s\",\"protocol\":\"http\",\"inspected\":true,\"address\":\"192.0.2.1\",", \
        methods[1 + int(rand() * 6)], path
      printf "\"bytes_in\":0,\"bytes_out\":512,\"duration_us\":1234,\"prev_hash\":\"%s\",\"hash\":\"%s\"}\n", zero, zero
    }
  }' > "$1"
}

# timed NAME ARGUMENT...: prints what a replay takes, and how many lines it read.
timed() {
  local name=$1 TIMEFORMAT='%U + %S s of processor time, %R s'
  shift
  { time "$sallyport" policy replay --audit "$folder/audit.jsonl" "$@" > "$folder/out" 2> "$folder/err"; } 2>&1 |
    tr '\n' ' '
  printf ' %s: %s\n' "$name" "$(head -1 "$folder/out")"
}

log "$folder/audit.jsonl"
printf '{"net.fetch": ["https://*.example.com/repos/**", "https://h1*.example.com/v1/**"]}\n' > "$folder/lease.json"
mkdir -p "$folder/guardrails"
cat > "$folder/guardrails/write.rego" << 'REGO'
package sallyport.guardrails

deny contains {"rule": "no-put", "message": "nothing is replaced"} if {
	input.net.method == "PUT"
	endswith(input.net.host, "5.example.com")
}
REGO
printf '%s records, %s bytes; load %s\n' "$records" "$(stat -c %s "$folder/audit.jsonl")" "$(cut -d' ' -f1 /proc/loadavg)"
timed 'a lease' --lease "$folder/lease.json"
timed 'a lease and guardrails' --lease "$folder/lease.json" --guardrails "$folder/guardrails"
timed 'a lease against another' --lease "$folder/lease.json" --against "$folder/lease.json"
