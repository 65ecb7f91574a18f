#!/usr/bin/env bash
# Runs several gateways on one Redis under load through rounds of faults; prints what was overspent, lost and how soon.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/replica-faults.sh [--gateways N] [--rounds N] [--changes N]

Starts a Redis and gateways by their launcher (or $SALLYPORT) behind one address, which leads each new connection to the
next gateway that accepts it. Eight threads send requests through it. Then:

  changes   puts a sandbox to each gateway in turn: time until all have confirmed it
  ends      deletes one that has a tunnel through each gateway: time until the last of them is closed
  faults    kills Redis and starts it empty, pauses it, restores it from an older snapshot, kills a gateway, again and
            again, while a budget is spent
  restarts  ends each gateway in order and starts it again, one after the other

Prints a table: the times, how much more than the budget passed, which changes were acknowledged and are not in force,
and how many requests failed during the restarts. Exits with 1 if one of the last three is not 0.

  --gateways N  gateways, at least 2 (4)
  --rounds N    rounds of faults (2)
  --changes N   changes, and ends, that are measured (100)

Needs the tools of the build and: Linux, python3, openssl, redis-server. Takes some four minutes.
END
}

gateways=4 rounds=2 changes=100 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options gateways rounds changes -- "$@"
redis=$(command -v redis-server) || { echo "bench: redis-server is not on the PATH" >&2; exit 3; }
own_folder
certificate
${SALLYPORT:-./sallyport} --help >/dev/null
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 bench/replica_fault_rounds.py "$folder" "$gateways" "$rounds" "$changes" "${SALLYPORT:-./sallyport}" "$redis"
