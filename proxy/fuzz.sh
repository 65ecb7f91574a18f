#!/usr/bin/env bash
# Looks for inputs that break what must hold for every input, guided by coverage; each build only replays the corpus.
#   proxy/fuzz.sh [ROUNDS]    of all targets, 30 s each; default: 1
# Hosts, paths, queries and URLs (model); plans, values and linear patterns (rego-engine); bundles, and patterns of leases beside OPA (policy-compiler);
# request heads, chunked bodies and ClientHellos (proxy). What is found is written beside
# the corpus, in src/test/resources, and fails the build until it is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
for ((round = 0; round < ${1:-1}; round++)); do
  for target in model:CanonicalHost model:CanonicalPath model:CanonicalQuery model:CanonicalUrl \
    rego-engine:Plan rego-engine:RegoJson rego-engine:LinearPattern policy-compiler:BundleReader policy-compiler:LeasePattern \
    proxy:RequestHead proxy:ChunkedBody proxy:ClientHello; do
    echo "fuzzing ${target#*:}"
    JAZZER_FUZZ=1 mvn -q -pl "${target%%:*}" -am verify -Dtest="${target#*:}FuzzTest" -Dsurefire.failIfNoSpecifiedTests=false
  done
done
