#!/usr/bin/env bash
# Measures a full TLS handshake in memory with JMH, between the server side for sandboxes and the client side for targets:
# JDK and BoringSSL on either side (time of one thread, and bytes on the heap).
#   bench/handshakes.sh ["JMH options"]    needs the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=HandshakeBenchmark -Djmh.args="${1:-}"
