#!/usr/bin/env bash
# Counts what the guardrails against leaks refuse of a folder of cases of agents' egress.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/leaks.sh --cases DIR

Reads every case (*.json) of agent-egress-bench below DIR (its folder "cases"), and asks the engine about its requests
under the guardrails of examples/guardrails, with the lists of bench/leaks.json and a lease that grants everything.
Prints each case that is decided otherwise than it expects, and how many are decided as expected:
caught (to be refused) and benign (to be allowed), AS_HTTP where a request passes a gateway, AS_IF_HTTP for MCP over
standard input whose calls are tried over HTTP.

  --cases DIR   the folder of cases

Needs the tools of the build.
END
}

cases=
cd "$(dirname "$0")/.."
. bench/common.sh
options cases -- "$@"
rego=
for name in leaks account-numbers opaque-values encoded-hosts private-targets paste-sites package-indexes; do
  rego="$rego $PWD/examples/guardrails/$name/${name//-/_}.rego"
done
measure leaks -Dleaks.cases="$(realpath "$cases")" -Dleaks.rego="${rego# }"
