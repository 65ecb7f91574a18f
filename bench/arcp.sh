#!/usr/bin/env bash
# Measures how soon a job of an ARCP runtime has its lease; prints a line.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/arcp.sh [--rounds N] [--poll DURATION]

Starts a gateway by its launcher (or $SALLYPORT) beside the runtime of the Python package agentruntimecontrolprotocol
1.1.3. In each round a job is submitted. Prints the milliseconds from then until GET /v1/leases/JOB says `active`:
median, 99th percentile and most, of all rounds.

  --rounds N          rounds, at least 2 (200); a tenth as many warm up
  --poll DURATION     arcp.poll; the gateway's default if it is not given

Needs the tools of the build and: python3, and the package in $SALLYPORT_ARCP or ~/.cache/sallyport/arcp-1.1.3.
END
}

rounds=200 poll= folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options rounds poll -- "$@"
own_folder
export PYTHONPATH="bench:${SALLYPORT_ARCP:-$HOME/.cache/sallyport/arcp-1.1.3}" PYTHONDONTWRITEBYTECODE=1
python3 bench/arcp_rounds.py "$folder" "$rounds" "$poll" "${SALLYPORT:-./sallyport}"
