#!/usr/bin/env bash
# Compares requests and bytes per second inside of a fence with those of the same gateway without one.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/fence.sh [--rounds N] [--requests N] [--connections N] [--mib N] [--sallyport FILE]

One gateway, one sandbox, one nginx as target, and the same client three ways, in turn: at the sandbox's own port (plain), in a
fence by the proxy's port, and in the fence without a proxy, captured. Prints for each the median of requests per second (an answer
of 100 bytes) and of MB per second (one file at a time), and the median of the rounds' ratios to plain with an interval: the true
median lies in it in 95 of 100 cases. The goal is shown where the interval lies above 0.95.

  --rounds N       rounds of all ways (15); fewer than 6 give no interval
  --requests N     small requests of a round (20000)
  --connections N  at a time, for those (16)
  --mib N          size of the large file; it is asked for 8 times a round (64)
  --sallyport FILE the launcher (./sallyport)

Needs: Linux that lets this user make a fence, go, nginx, python3.
END
}

rounds=15 requests=20000 connections=16 mib=64 sallyport= folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options rounds requests connections mib sallyport folder -- "$@"
own_folder 755
go build -C bench/load -o "$folder/load" .
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 bench/fence_rounds.py "$folder" "${sallyport:-$PWD/sallyport}" "$rounds" "$requests" "$connections" "$mib"
