#!/usr/bin/env bash
# Measures what a credential adds to a request, beside mitmproxy with a script; prints a table to standard output.
set -euo pipefail

usage() {
  cat <<'EOF'
usage: bench/credentials.sh [--rounds N] [--proxies NAME,...] [--clients N,...] [--folder DIR]

As bench/proxy.sh, with a path of the target that demands a secret. The proxy adds it as a field; Sallyport also looks
through the answer for it, and leaves out every other credential. Compare both rows: INTERCEPTED gets no credential.

  --rounds N     rounds of each row, all proxies in turn (5)
  --proxies LIST only these: boringssl jdk (both Sallyport), mitmscript (mitmdump with a script), comma-separated
                 (boringssl,mitmscript)
  --clients LIST clients at once (1,16,64,256)
  --folder DIR   for configurations and logs (a new one below /tmp, removed)

Needs the tools of the build and: Linux, nginx, openssl. pip: mitmproxy.
EOF
}

rounds=5 proxies=boringssl,mitmscript clients=1,16,64,256 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options rounds proxies clients folder -- "$@"
own_folder 755
ulimit -n "$(ulimit -Hn)"
measure proxy -Dproxy.folder="$folder" -Dproxy.rounds="$rounds" -Dproxy.idle=0 -Dproxy.rows=INTERCEPTED,CREDENTIALED \
  -Dproxy.proxies="$proxies" -Dproxy.clients="$clients"
