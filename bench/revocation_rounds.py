"""Rounds of revocations for bench/revocation.sh, which says what they are; not to be run by itself."""
import http.client, selectors, socket, ssl, statistics, subprocess, sys, threading, time, urllib.parse
import gateway_process


class Endless(gateway_process.Target):
    """Answers /stream with an answer that does not end."""

    def do_GET(self):
        if self.path != "/stream":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"2\r\nok\r\n")
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            self.close_connection = True

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass  # the gateway ended


def head_of(connection):
    """Reads the head of an answer byte by byte, and returns its status."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte:
            raise SystemExit(f"bench: the gateway closed a connection: {head!r}")
        head += byte
    return int(head.split()[1])


def asked(proxy, text, value):
    connection = socket.create_connection(proxy)
    connection.sendall(f"{text}Proxy-Authorization: Bearer {value}\r\n\r\n".encode())
    status = head_of(connection)
    if status != 200:
        raise SystemExit(f"bench: {status} instead of 200")
    return connection


def kept(proxy, value):
    connection = asked(proxy, "GET http://web.test/ HTTP/1.1\r\nHost: web.test\r\n", value)
    connection.recv(2)
    return connection


def stream(proxy, value):
    return asked(proxy, "GET http://web.test/stream HTTP/1.1\r\nHost: web.test\r\n", value)


def tunnel(proxy, value):
    connection = asked(proxy, "CONNECT tls.test:443 HTTP/1.1\r\nHost: tls.test:443\r\n", value)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    secured = context.wrap_socket(connection, server_hostname="tls.test")
    # What is measured is the connection to the gateway, whatever TLS says in it.
    return socket.socket(fileno=secured.detach())


KINDS = {"kept connection": kept, "open stream": stream, "tunnel": tunnel}


def closed(connections, begin, times):
    """Notes for each connection when it ended, in milliseconds since the revocation was asked for."""
    with selectors.DefaultSelector() as selector:
        for kind, connection in connections:
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ, kind)
        begin.wait()
        since = time.monotonic()
        while selector.get_map():
            for key, _ in selector.select(timeout=10) or sys.exit("bench: a connection stayed open for 10 s"):
                try:
                    ended = not key.fileobj.recv(65536)
                except BlockingIOError:
                    continue
                except OSError:
                    ended = True
                if ended:
                    times[key.data].append((time.monotonic() - since) * 1000)
                    selector.unregister(key.fileobj)
                    key.fileobj.close()


def round_of(ready, proxy, number, each, times):
    lease = {"lease": {"net.fetch": ["http://web.test/**", "https://tls.test/**"]}}
    answer = gateway_process.call(ready, "PUT", f"/v1/leases/round-{number}", lease)
    value = answer["credential"]["value"]
    connections = [(kind, opened(proxy, value)) for kind, opened in KINDS.items() for _ in range(each)]
    begin = threading.Event()
    watching = threading.Thread(target=closed, args=(connections, begin, times))
    watching.start()
    admin = http.client.HTTPConnection(urllib.parse.urlsplit(ready["admin"]).netloc)
    admin.connect()
    begin.set()
    since = time.monotonic()
    admin.request("DELETE", f"/v1/leases/round-{number}",
                  headers={"Authorization": "Bearer " + gateway_process.operator(ready)})
    status = admin.getresponse().status
    times["the answer"].append((time.monotonic() - since) * 1000)
    watching.join()
    if status != 204:
        raise SystemExit(f"bench: {status} to a revocation")


def main(folder, rounds, each, sallyport):
    gateway_process.Target = Endless
    hosts = {"web.test": f"127.0.0.1:{gateway_process.target()}",
             "tls.test": f"127.0.0.1:{gateway_process.target(folder)}"}
    gateway_process.configure(folder, hosts)
    gateway, ready = gateway_process.start(sallyport, folder)
    try:
        host, port = urllib.parse.urlsplit(ready["proxy"]).netloc.rsplit(":", 1)
        times = {kind: [] for kind in [*KINDS, "the answer"]}
        for number in range(-(rounds // 5 + 1), 0):  # to warm up
            round_of(ready, (host, int(port)), f"warm{-number}", each, {kind: [] for kind in times})
        for number in range(rounds):
            round_of(ready, (host, int(port)), number, each, times)
    finally:
        gateway.terminate()
        try:
            gateway.wait(timeout=30)
        except subprocess.TimeoutExpired:
            gateway.kill()
    print(f"milliseconds from the call; {rounds} rounds of {each} connections of each kind")
    for kind, all_of in times.items():
        cuts = statistics.quantiles(all_of, n=100, method="inclusive")
        print(f"{kind}: p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f}, most {max(all_of):.1f}")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
