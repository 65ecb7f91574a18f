#!/usr/bin/env bash
# Measures the search for secrets in heads and bodies that have none with JMH (time and bytes).
#   bench/findings.sh ["JMH options"]    needs the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=FindingsBenchmark -Djmh.args="${1:-}"
