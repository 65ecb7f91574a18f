#!/usr/bin/env bash
# Fills the audit store from a log of sample records, and asks it what the console asks: p50 and p99 of each question.
#   bench/audit-store.sh [RECORDS [FOLDER]]    10000000; needs the tools of the build and about 1.2 KB of disk for each
# With a FOLDER the log and the store stay there: a second run only asks, so that filling needs not be waited for again.
# ASKED says how often each question is asked after the first time (100).
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf "%s\n" "$*" >&2; exit 3; }
. build/jdk.sh
find_jdk
records=${1:-10000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=${2:-$work}
mkdir -p "$folder"

mvn -q -pl bench -am package -DskipTests
mvn -q -pl bench dependency:build-classpath -Dmdep.outputFile="$work/own"
class_path=bench/target/classes:$(cat "$work/own")
if [ ! -e "$folder/log" ]; then
    "$JDK/bin/java" -cp "$class_path" io.sallyport.bench.audit.SampleLog "$folder/log.part" "$records"
    mv "$folder/log.part" "$folder/log"
fi
"$JDK/bin/java" --enable-native-access=ALL-UNNAMED -Xmx512m -Dasked="${ASKED:-100}" -cp "$class_path" \
    io.sallyport.bench.audit.StoreQuestions "$folder/log" "$folder/store"
