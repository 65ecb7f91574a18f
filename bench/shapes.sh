#!/usr/bin/env bash
# Compares engines on typical policies in one run: Sallyport with JMH (nodes, bytecode), OPA's wasm under opa-java-wasm with
# JMH, OPA in Go, regorus. Prints a table to standard output, with time and bytes of one decision and the time relative to
# Sallyport's bytecode, and progress to standard error. Takes about six minutes once everything is built.
#   bench/shapes.sh [HALF-SECONDS]    number of half seconds of warm-up, and of measurement, in JMH (4); needs Go, Cargo and
#                                     the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in go cargo tar mvn; do
  command -v "$tool" >/dev/null || { echo "shapes: needs $tool" >&2; exit 3; }
done
echo "shapes: building regorus" >&2
(cd bench/regorus && cargo build --release --quiet)
echo "shapes: building Sallyport (some minutes the first time)" >&2
mvn -q -pl bench -am verify -DskipTests -Pshapes -Dshapes.iterations="${1:-4}"
