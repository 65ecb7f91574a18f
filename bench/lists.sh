#!/usr/bin/env bash
# Measures questions about arrays of base data, with their index and without, with JMH (time and bytes).
#   bench/lists.sh ["JMH options"]    needs the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=ListsBenchmark -Djmh.args="${1:-}"
