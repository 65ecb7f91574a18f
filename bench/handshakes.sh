#!/usr/bin/env bash
# What a full TLS handshake in memory costs, our server side (for sandboxes) with our client side (to targets), by JMH: JDK and
# BoringSSL on either side (time of one thread, and bytes on the heap).
#   bench/handshakes.sh ["JMH options"]    needs what the build needs
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=HandshakeBenchmark -Djmh.args="${1:-}"
