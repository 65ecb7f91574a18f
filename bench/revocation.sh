#!/usr/bin/env bash
# Measures how soon a revoked lease ends what is open; prints a line for each kind of connection.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/revocation.sh [--rounds N] [--each N]

Starts a gateway by its launcher (or $SALLYPORT). In each round a lease is put, connections are opened with it, and the
lease is revoked (DELETE /v1/leases/ID). Prints the milliseconds from the call until the client sees each connection
end, and until the call is answered, which is when it is durable: median, 99th percentile and most, of all rounds.

A kept connection waits for its next request; an open stream is an answer that goes on; a tunnel is opaque, with TLS.

  --rounds N    rounds, at least 1 (100); a fifth as many warm up
  --each N      connections of each kind in a round (10)

Needs the tools of the build and: Linux, python3, openssl.
END
}

rounds=100 each=10 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options rounds each -- "$@"
own_folder
certificate
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 bench/revocation_rounds.py "$folder" "$rounds" "$each" "${SALLYPORT:-./sallyport}"
