#!/usr/bin/env bash
# Looks for inputs that break what must hold for every input, guided by coverage; each build only replays the corpus.
#   proxy/fuzz.sh [SECONDS]    for each target, one after the other; default: 60
# Hosts, paths, queries and URLs (model); request heads, chunked bodies and ClientHellos (proxy). What is found is written beside
# the corpus, in src/test/resources, and fails the build until it is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
for target in model:CanonicalHost model:CanonicalPath model:CanonicalQuery model:CanonicalUrl \
  proxy:RequestHead proxy:ChunkedBody proxy:ClientHello; do
  echo "fuzzing ${target#*:} for $seconds s"
  JAZZER_FUZZ=1 mvn -q -pl "${target%%:*}" -am verify -Dtest="${target#*:}FuzzTest" -Dsurefire.failIfNoSpecifiedTests=false \
    -Djazzer.max_duration="${seconds}s"
done
