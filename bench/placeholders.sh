#!/usr/bin/env bash
# Measures the search for placeholders in heads and bodies that have none with JMH (time and bytes).
#   bench/placeholders.sh ["JMH options"]    needs the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=PlaceholderBenchmark -Djmh.args="${1:-}"
