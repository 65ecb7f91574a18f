#!/usr/bin/env bash
# Measures the creation of a leaf for a new name and of a CA for a new sandbox with JMH (time and bytes).
#   bench/minting.sh ["JMH options"]    needs the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=MintingBenchmark -Djmh.args="${1:-}"
