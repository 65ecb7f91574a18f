#!/usr/bin/env bash
# Searches with coverage guidance for inputs that violate an invariant; builds only replay the corpus.
#   proxy/fuzz.sh [ROUNDS]    rounds over all targets, 30 s each; default: 1
# Targets: hosts, paths, queries and URLs (model); plans, values and linear patterns (rego-engine); bundles, and lease patterns
# compared with OPA (policy-compiler); request heads, field sections of HTTP/2, chunked bodies, ClientHellos, SOCKS5, DNS
# and the PROXY protocol (proxy); answers of upstream proxies (egress); bodies as JSON, JSON-RPC, GraphQL, parts and commands
# of git, content codings, and messages of GraphQL over WebSocket (decision); secrets behind other text (findings).
# Findings are written next to the corpus, in src/test/resources, and fail the build until they are fixed.
set -euo pipefail
cd "$(dirname "$0")/.."
for ((round = 0; round < ${1:-1}; round++)); do
  for target in model:CanonicalHost model:CanonicalPath model:CanonicalQuery model:CanonicalUrl \
    rego-engine:Plan rego-engine:RegoJson rego-engine:LinearPattern policy-compiler:BundleReader policy-compiler:LeasePattern \
    proxy:RequestHead proxy:StreamRequest proxy:ChunkedBody proxy:ClientHello proxy:SocksReader proxy:DnsReader proxy:ProxyHeader \
    proxy:FrameRelay egress:AnswerHead findings:SecretScanner decision:JsonForm decision:Rpc decision:Graphql decision:Multipart \
    decision:PktLine decision:Pack decision:ContentCoding decision:GraphqlMessage; do
    echo "fuzzing ${target#*:}"
    JAZZER_FUZZ=1 mvn -q -pl "${target%%:*}" -am verify -Dtest="${target#*:}FuzzTest" -Dsurefire.failIfNoSpecifiedTests=false
  done
done
