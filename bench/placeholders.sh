#!/usr/bin/env bash
# What looking for placeholders costs heads and bodies that have none, by JMH (time and bytes).
#   bench/placeholders.sh ["JMH options"]    needs what the build needs
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=PlaceholderBenchmark -Djmh.args="${1:-}"
