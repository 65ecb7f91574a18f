#!/usr/bin/env bash
# Measures what a rule on a body costs by its size and form, and what is paid where no rule reads it, with JMH.
#   bench/bodies.sh ["JMH options"]    needs the tools of the build; a search through 1 MiB of text fails (policy.max_steps)
#   bench/bodies.sh "-p coding=gzip,zstd -p read=json,text"    the same of bodies with a content coding
#   bench/bodies.sh "-p form=rego,wasm -p bytes=1024"    a rule as OPA's module beside the same as Rego
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl bench -am verify -DskipTests -Ptls -Djmh.benchmark=BodyBenchmark -Djmh.args="${1:-}"
