#!/usr/bin/env bash
# Measures messages of gRPC and WebSocket through the proxy and others in one run; prints a table to standard output.
set -euo pipefail

usage() {
  cat <<'EOF'
usage: bench/messages.sh [--rounds N] [--rows NAME,...] [--proxies NAME,...] [--clients N,...] [--folder DIR]

As bench/proxy.sh, with a target that echoes messages of 100 bytes under TLS. Each client sends the next message once the
last one is back. One operation is a message there and back: processor time, rate, bytes allocated by Sallyport.

  --rounds N     rounds of each row, all proxies in turn (5)
  --rows LIST    only these rows: GRPC_CALL (a call with one message each way) GRPC_MESSAGE (a stream that lasts)
                 WEBSOCKET_MESSAGE, comma-separated (all)
  --proxies LIST only these: boringssl jdk (both Sallyport), nginx (grpc_pass and proxy_pass: it judges nothing, and
                 clients connect to it without a CONNECT), mitmdump, comma-separated (boringssl,nginx,mitmdump)
  --clients LIST clients at once; those of gRPC share connections of 100 streams each (1,16,64,256)
  --folder DIR   for configurations and logs (a new one below /tmp, removed)

Needs the tools of the build and: Linux, nginx, openssl. pip: mitmproxy.
EOF
}

rounds=5 rows=GRPC_CALL,GRPC_MESSAGE,WEBSOCKET_MESSAGE proxies=boringssl,nginx,mitmdump clients=1,16,64,256 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options rounds rows proxies clients folder -- "$@"
own_folder 755
ulimit -n "$(ulimit -Hn)"
measure proxy -Dproxy.folder="$folder" -Dproxy.rounds="$rounds" -Dproxy.idle=0 -Dproxy.rows="$rows" \
  -Dproxy.proxies="$proxies" -Dproxy.clients="$clients"
