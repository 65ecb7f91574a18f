#!/usr/bin/env bash
# Restarts on the same ports under load: who is refused, and how long the connections wait that come in between.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/restarts.sh [--restarts N] [--kill]

Starts Sallyport by its launcher (or $SALLYPORT) and a target, and asks from then on, by eight threads, each request on a new
connection: seven through the proxy, one the control API. Again and again the next gateway is started with the same
configuration; when it says that it waits, the one that runs gets SIGTERM. Prints how many requests were answered and how many
were not, and for each restart the time from the signal to the next gateway's line, and the longest that a request took.

  --restarts N   how often (5)
  --kill         SIGKILL in place of SIGTERM: what is under way is cut then, and counted as cut

Needs, beside what the build needs: Linux, python3. Exits with 1 where a connection was refused, or, without --kill, a request
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
python3 - "$folder" "$restarts" "$signal" "${SALLYPORT:-./sallyport}" <<'END'
import http.client, http.server, json, os, signal, socket, subprocess, sys, threading, time, urllib.request

folder, restarts, how, sallyport = sys.argv[1], int(sys.argv[2]), getattr(signal, "SIG" + sys.argv[3]), sys.argv[4]
THREADS = 8


class Target(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one write

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True  # the gateway ended

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_):
        pass


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


target = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
target.daemon_threads = True
threading.Thread(target=target.serve_forever, daemon=True).start()
proxy_port, admin_port = free_port(), free_port()
with open(f"{folder}/gateway.yaml", "w") as config:
    config.write(f"""
proxy: {{listen: ["127.0.0.1:{proxy_port}"]}}
admin: {{listen: "127.0.0.1:{admin_port}"}}
state: "{folder}/state"
egress: {{hosts: {{"yes.test:80": "127.0.0.1:{target.server_port}"}}}}
""")


def start():
    return subprocess.Popen([sallyport, "serve", "--config", f"{folder}/gateway.yaml"],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def await_line(stream, word):
    for line in stream:
        if word in line:
            threading.Thread(target=stream.read, daemon=True).start()  # it is never to wait for its log
            return line
    raise SystemExit(f"the gateway ended without saying {word!r}")


def put(ready, token):
    body = json.dumps({"lease": {"net.fetch": ["http://yes.test/**"]}}).encode()
    request = urllib.request.Request(ready["admin"] + "/v1/sandboxes/sb-1", body, {
        "Authorization": "Bearer " + token, "Content-Type": "application/json"}, method="PUT")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


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
                cut.append(repr(e))
        finally:
            connection.close()


running = start()
ready = json.loads(await_line(running.stdout, "proxy"))
operator = open(ready["token_file"]).read().strip()
sandbox = (proxy_port, "http://yes.test/", {"Proxy-Authorization": "Bearer " + put(ready, operator)})
control = (admin_port, "/v1/sandboxes/sb-1", {"Authorization": "Bearer " + operator})
threads = [threading.Thread(target=ask, args=one, daemon=True) for one in [sandbox] * (THREADS - 1) + [control]]
for thread in threads:
    thread.start()
print("restart   signal to line   longest request")
for restart in range(restarts):
    following = start()
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
