#!/usr/bin/env bash
# What the shapes that policies have cost, engine beside engine in one run: ours by JMH (nodes, bytecode), OPA's wasm under
# opa-java-wasm by JMH, OPA in Go, regorus. Time and bytes of one decision, and the ratio of the time to our bytecode's. The
# table goes to standard output, progress to standard error; takes about six minutes once everything is built.
#   bench/shapes.sh [HALF-SECONDS]    how many half seconds each of JMH's warms up and is measured (4); needs Go, Cargo and
#                                     what the build needs
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in go cargo tar mvn; do
  command -v "$tool" >/dev/null || { echo "shapes: needs $tool" >&2; exit 3; }
done
echo "shapes: building regorus" >&2
(cd bench/regorus && cargo build --release --quiet)
echo "shapes: building Sallyport (some minutes the first time)" >&2
mvn -q -pl bench -am verify -DskipTests -Pshapes -Dshapes.iterations="${1:-4}"
