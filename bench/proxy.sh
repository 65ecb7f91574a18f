#!/usr/bin/env bash
# Measures the proxy and others in one run; prints a table to standard output.
set -euo pipefail

usage() {
  cat <<'EOF'
usage: bench/proxy.sh [--rounds N] [--idle N] [--rows NAME,...] [--proxies NAME,...] [--clients N,...]
                      [--folder DIR]

Starts Sallyport twice (BoringSSL, JDK TLS) with its launcher, and squid, haproxy and mitmproxy if they are installed, all with
an access log; nginx is the target. Measures each proxy's processor time per operation, its rate and its memory.

  --rounds N     rounds of each row, all proxies in turn (5)
  --idle N       idle connections to open, of the kinds that the rows are about (2000); 0 skips memory
  --rows LIST    only these rows: TUNNEL FORWARD INTERCEPTED INTERCEPTED_H2 INTERCEPTED_TUNNEL REFUSAL BULK BULK_TUNNEL
                 BULK_INTERCEPTED TUNNEL_WIDE FORWARD_WIDE, comma-separated (all; messages: bench/messages.sh)
  --proxies LIST only these: boringssl jdk (both Sallyport) squid haproxy mitmdump, comma-separated (all)
  --clients LIST connections of one sandbox at once, in the rows FORWARD, INTERCEPTED and INTERCEPTED_H2, there 100 streams
                 a connection (1,16,64,256,1000); the table counts answers 429 and other errors
  --folder DIR   for configurations and logs, readable by squid's user (a new one below /tmp, removed)

Needs the tools of the build and: Linux, nginx, openssl. Debian: nginx-light squid-openssl haproxy; pip: mitmproxy.
squid must be started as root. SALLYPORT_BENCH_JAVA_OPTS adds options to the JVM of Sallyport.
EOF
}

rounds=5 idle=2000 rows=all proxies=all clients=1,16,64,256,1000 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options rounds idle rows proxies clients folder -- "$@"
own_folder 755
ulimit -n "$(ulimit -Hn)"
measure proxy -Dproxy.folder="$folder" -Dproxy.rounds="$rounds" -Dproxy.idle="$idle" -Dproxy.rows="$rows" \
  -Dproxy.proxies="$proxies" -Dproxy.clients="$clients"
