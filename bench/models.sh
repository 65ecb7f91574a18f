#!/usr/bin/env bash
# Measures calls of a model by way of the gateway, beside LiteLLM's proxy; prints a table to standard output.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/models.sh [--calls N] [--clients N,...] [--events N] [--litellm PROGRAM]

Starts a backend that answers chat completions at once, whole or as a stream of events, and before it Sallyport, by its
launcher (or $SALLYPORT), and LiteLLM's proxy, where it is installed. Both route by name and count tokens; Sallyport also
judges and records each call, and sets aside and charges what it costs; once with kept connections to the backend, once
without. Prints for each:

  CPU     processor time of the proxy, milliseconds for a call
  first   milliseconds from the request to the first event, or to the whole answer, median
  rate    calls per second

  --calls N          calls in a round, shared among the clients, at least 2 of each (100); as many warm up
  --clients LIST     clients at once (1,64)
  --events N         events of a stream (100)
  --litellm PROGRAM  litellm's program (litellm; left out where it is not found)

Needs the tools of the build and: Linux, python3. pip: litellm[proxy].
END
}

calls=100 clients=1,64 events=100 litellm=litellm folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options calls clients events litellm -- "$@"
sallyport=${SALLYPORT:-./sallyport}
own_folder
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 bench/model_rounds.py "$folder" "$calls" "$clients" "$events" "$sallyport" "$(command -v "$litellm" || true)"
