#!/usr/bin/env bash
# What a leaf for a new name and a CA for a new sandbox cost, by JMH (time and bytes).
#   bench/minting.sh ["JMH options"]    needs what the build needs
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=MintingBenchmark -Djmh.args="${1:-}"
