#!/usr/bin/env bash
# Fills the audit store from a log of sample records, and asks it what the console asks: p50 and p99 of each question.
#   bench/audit-store.sh [RECORDS]    10000000; needs the tools of the build and about 1.2 KB of disk for each
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf "%s\n" "$*" >&2; exit 3; }
. build/jdk.sh
find_jdk
records=${1:-10000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mvn -q -pl bench -am package -DskipTests
mvn -q -pl bench dependency:build-classpath -Dmdep.outputFile="$work/own"
class_path=bench/target/classes:$(cat "$work/own")
"$JDK/bin/java" -cp "$class_path" io.sallyport.bench.audit.SampleLog "$work/log" "$records"
"$JDK/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m -cp "$class_path" \
    io.sallyport.bench.audit.StoreQuestions "$work/log" "$work/store"
