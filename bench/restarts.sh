#!/usr/bin/env bash
# Restarts the gateway on the same ports under load: counts refused requests, and measures how long connections wait.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/restarts.sh [--restarts N] [--kill]

Starts Sallyport with its launcher (or $SALLYPORT) and a target. Eight threads then send requests, each on a new connection:
seven through the proxy, one to the control API. For each restart, another gateway is started with the same configuration; when
it reports that it is waiting, the running one gets SIGTERM. Prints how many requests were answered and how many were not, and
for each restart the time from the signal to the next gateway's line, and the longest time that a request took.

  --restarts N   number of restarts (5)
  --kill         SIGKILL instead of SIGTERM: running requests are then cut off, and counted as cut

Needs the tools of the build and: Linux, python3. Exits with 1 if a connection was refused, or if, without --kill, a request
was not answered.
END
}

restarts=5 signal=TERM
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --restarts) restarts=$2; shift 2 ;;
    --kill) signal=KILL; shift ;;
    *) usage >&2; exit 2 ;;
  esac
done
cd "$(dirname "$0")/.."
folder=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
trap 'rm -rf "$folder"' EXIT
${SALLYPORT:-./sallyport} --help >/dev/null
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 - "$folder" "$restarts" "$signal" "${SALLYPORT:-./sallyport}" <<'END'
import http.client, json, signal, socket, subprocess, sys, threading, time
from gateway_process import call, configure, launch, operator, target

folder, restarts, how, sallyport = sys.argv[1], int(sys.argv[2]), getattr(signal, "SIG" + sys.argv[3]), sys.argv[4]
THREADS = 8


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


proxy_port, admin_port = free_port(), free_port()
configure(folder, {"yes.test:80": f"127.0.0.1:{target()}"}, proxy_port, admin_port)


def next_one():
    return launch(sallyport, folder, subprocess.PIPE)


def await_line(stream, word):
    for line in stream:
        if word in line:
            threading.Thread(target=stream.read, daemon=True).start()  # so that it never blocks on its log
            return line
    raise SystemExit(f"the gateway ended without saying {word!r}")


answered, refused, cut, took, enough = [0], [], [], [], threading.Event()
lock = threading.Lock()


def ask(port, url, headers):
    while not enough.is_set():
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.connect()
        except OSError as e:
            with lock:
                refused.append(repr(e))
            continue
        try:
            connection.request("GET", url, headers=headers | {"Connection": "close"})
            answer = connection.getresponse()
            answer.read()
            with lock:
                answered[0] += 1
                took.append((began, time.monotonic() - began))
                if answer.status != 200:
                    cut.append(f"{answer.status} of {url}")
        except (OSError, http.client.HTTPException) as e:
            with lock:
                cut.append(f"{e!r} of {url}")
        finally:
            connection.close()


running = next_one()
ready = json.loads(await_line(running.stdout, "proxy"))
made = call(ready, "PUT", "/v1/sandboxes/sb-1", {"lease": {"net.fetch": ["http://yes.test/**"]}})
sandbox = (proxy_port, "http://yes.test/", {"Proxy-Authorization": "Bearer " + made["token"]})
control = (admin_port, "/v1/sandboxes/sb-1", {"Authorization": "Bearer " + operator(ready)})
threads = [threading.Thread(target=ask, args=one, daemon=True) for one in [sandbox] * (THREADS - 1) + [control]]
for thread in threads:
    thread.start()
print("restart   signal to line   longest request")
for restart in range(restarts):
    following = next_one()
    await_line(following.stderr, "of its listeners")
    time.sleep(0.5)
    began = time.monotonic()
    running.send_signal(how)
    await_line(following.stdout, "proxy")
    gap = time.monotonic() - began
    running.wait()
    running = following
    time.sleep(1)
    with lock:
        longest = max(t for at, t in took if at > began - 5)
    print(f"{restart + 1:7d}   {gap:12.2f} s   {longest:13.2f} s", flush=True)
enough.set()
for thread in threads:
    thread.join()
running.terminate()
running.wait()
print(f"answered {answered[0]}, connections refused {len(refused)}, requests cut {len(cut)}")
for what in (refused + cut)[:5]:
    print("  " + what)
verify = subprocess.run([sallyport, "audit", "verify", f"{folder}/state/audit.jsonl"], capture_output=True, text=True)
print("audit verify: " + (verify.stdout + verify.stderr).strip().splitlines()[0])
sys.exit(bool(refused or verify.returncode or (cut and how == signal.SIGTERM)))
END
