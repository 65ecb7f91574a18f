#!/usr/bin/env bash
# Measures a decision: Sallyport with JMH (time and bytes), then OPA in Go on the same bundles and inputs, in one run.
#   bench/decisions.sh ["JMH options"]    needs the tools of the build; leaves the figures in bench/target
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Pmeasure -Djmh.args="${1:-}"
for grants in 20 500 100000; do
  (cd bench/opa && go run . "../target/opa-$grants/bundle.tar.gz" "../target/opa-$grants/inputs.json") |
    sed "s/^{/{\"grants\":$grants,/"
done
