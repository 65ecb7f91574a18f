"""A gateway in a process of its own and a target for it. Imported by the benchmarks in Python; not to be run."""
import http.server, json, ssl, subprocess, threading, urllib.request


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


def target(tls=None):
    """Serves on a thread of its own and returns the port; tls: the folder of cert.pem and key.pem."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
    server.daemon_threads = True
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{tls}/cert.pem", f"{tls}/key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def configure(folder, hosts, proxy=0, admin=0, more=""):
    """Writes gateway.yaml; hosts: what egress.hosts has, proxy and admin: ports, 0 for any."""
    with open(f"{folder}/gateway.yaml", "w") as config:
        config.write(f"""
proxy: {{listen: ["127.0.0.1:{proxy}"]}}
admin: {{listen: "127.0.0.1:{admin}"}}
state: "{folder}/state"
egress:
  hosts: {json.dumps(hosts)}
{more}""")


def launch(sallyport, folder, stderr):
    """The process, which has not said its line yet."""
    return subprocess.Popen([sallyport, "serve", "--config", f"{folder}/gateway.yaml"],
                            stdout=subprocess.PIPE, stderr=stderr, text=True)


def start(sallyport, folder):
    """The process, and its line; the log is added to."""
    with open(f"{folder}/log", "a") as log:
        gateway = launch(sallyport, folder, log)
    return gateway, json.loads(gateway.stdout.readline())


def operator(ready):
    """The operator's token."""
    with open(ready["token_file"]) as file:
        return file.read().strip()


def call(ready, method, path, body=None):
    """A call of the control API, and its answer."""
    request = urllib.request.Request(
        ready["admin"] + path, json.dumps(body).encode() if body else None,
        {"Authorization": "Bearer " + operator(ready), "Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)
