#!/usr/bin/env bash
# Measures how much later a server-sent event arrives through an opened tunnel than without a gateway.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/events.sh [--events N] [--streams N]

Starts Sallyport with its launcher (or $SALLYPORT) and a target with TLS, which writes an event with the time into each
stream every 10 ms. A client reads the streams, first straight from the target, then through tunnels that the gateway opens.
Prints milliseconds, median and 99th percentile, of:

  event   from before the target writes an event until the client has its last byte
  first   from before the client sends a request on a new connection until it has the first event, handshakes included

  --events N    events of each stream; the first tenth warms up and is not counted (1000)
  --streams N   streams at once (1)

Needs the tools of the build and: Linux, openssl, python3.
END
}

events=1000 streams=1 folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options events streams -- "$@"
sallyport=${SALLYPORT:-./sallyport}
own_folder
certificate
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 - "$folder" "$events" "$streams" "$sallyport" <<'END'
import base64, http.client, multiprocessing, ssl, statistics, sys, threading, time
import gateway_process

folder, events, streams, sallyport = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
LINE = 8 + 20  # bytes of "data: " with a time in 20 digits and two ends of line


class Events(gateway_process.Target):
    wbufsize = 0

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for _ in range(events):
            self.wfile.write(b"%x\r\ndata: %020d\n\n\r\n" % (LINE, time.monotonic_ns()))
            time.sleep(0.01)
        self.wfile.write(b"0\r\n\r\n")


def serve(pipe):
    gateway_process.Target = Events
    pipe.send(gateway_process.target(tls=folder))
    pipe.recv()


def read(connection, delays, firsts):
    begin = time.monotonic_ns()
    connection.request("GET", "/events")
    answer = connection.getresponse()
    for number in range(events):
        event = answer.read(LINE)
        now = time.monotonic_ns()
        if number == 0:
            firsts.append((now - begin) / 1e6)
        if number >= events / 10:
            delays.append((now - int(event[6:26])) / 1e6)
    answer.read()
    connection.close()


def measured(name, connect):
    delays, firsts = [], []
    connections = [connect() for _ in range(streams)]
    readers = [threading.Thread(target=read, args=(one, delays, firsts)) for one in connections]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    cells = [f"{statistics.median(all):.2f}, {statistics.quantiles(all, n=100)[98] if len(all) > 1 else all[0]:.2f}"
             for all in (delays, firsts)]
    print(f"| {name} | {cells[0]} | {cells[1]} |", flush=True)


def through(ready, put):
    host, port = ready["proxy"].removeprefix("http://").split(":")
    credentials = base64.b64encode(f"sb-1:{put['token']}".encode()).decode()
    made = http.client.HTTPSConnection(host, int(port), context=ssl.create_default_context(cadata=put["ca_pem"]))
    made.set_tunnel("yes.test", 443, {"Proxy-Authorization": "Basic " + credentials})
    return made


def straight(port):
    context = ssl.create_default_context(cafile=f"{folder}/cert.pem")
    context.check_hostname = False
    return http.client.HTTPSConnection("127.0.0.1", port, context=context)


ours, theirs = multiprocessing.Pipe()
target = multiprocessing.Process(target=serve, args=(theirs,), daemon=True)
target.start()
port = ours.recv()
gateway_process.configure(folder, {"yes.test:443": f"127.0.0.1:{port}"}, more=f'  trust: ["{folder}/cert.pem"]\n')
gateway, ready = gateway_process.start(sallyport, folder)
try:
    put = gateway_process.call(
        ready, "PUT", "/v1/sandboxes/sb-1", {"lease": {"net.fetch": ["https://yes.test/events"]}})
    print("| | event | first |\n|---|---|---|")
    measured("without a gateway", lambda: straight(port))
    measured("through an opened tunnel", lambda: through(ready, put))
    measured("the same again", lambda: through(ready, put))
finally:
    gateway.terminate()
    gateway.wait()
    target.terminate()
END
