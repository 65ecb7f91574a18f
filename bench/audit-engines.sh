#!/usr/bin/env bash
# Compares SQLite, DuckDB and Lucene as stores of the audit log: filling, size, memory, the console's questions.
#   bench/audit-engines.sh [RECORDS] [ENGINE...]    1000000, and all three; needs the tools of the build
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf "%s\n" "$*" >&2; exit 3; }
. build/jdk.sh
find_jdk
records=${1:-1000000}
shift || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mvn -q -pl bench -am package -DskipTests
mvn -q -pl bench dependency:build-classpath -Dmdep.outputFile="$work/own"
for jar in org.xerial:sqlite-jdbc:3.54.1.0 org.duckdb:duckdb_jdbc:2.0.0.1 org.apache.lucene:lucene-core:10.6.0; do
    mvn -q dependency:copy -Dartifact="$jar" -DoutputDirectory="$work/jars"
done
"$JDK/bin/java" -cp "bench/target/classes:$(cat "$work/own")" io.sallyport.bench.audit.SampleLog "$work/log" "$records"
"$JDK/bin/javac" -d "$work/classes" -cp "$work/jars/*:$(cat "$work/own")" bench/audit-engines/*.java
for engine in "${@:-sqlite duckdb lucene}"; do
    for each in $engine; do
        "$JDK/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m \
            -cp "$work/classes:$work/jars/*:$(cat "$work/own")" EngineComparison "$each" "$work/log" "$work/$each"
    done
done
