"""The rounds of bench/fence.sh; not to be run directly."""
import contextlib, os, socket, statistics, subprocess, sys
from gateway_process import call, start

folder, sallyport, rounds, requests, connections, mib = *sys.argv[1:3], *map(int, sys.argv[3:])
BULK_REQUESTS = 8
URL = "http://target.test/"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextlib.contextmanager
def ended(process):
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def nginx(port):
    os.makedirs(f"{folder}/files", exist_ok=True)
    with open(f"{folder}/files/small", "wb") as file:
        file.write(b"x" * 100)
    with open(f"{folder}/files/large", "wb") as file:
        file.truncate(mib << 20)
    with open(f"{folder}/nginx.conf", "w") as file:
        file.write(f"""daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; keepalive_requests 1000000000; client_body_temp_path {folder}/body;
  server {{ listen 127.0.0.1:{port} backlog=1024; root {folder}/files; }}
}}
""")
    return subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/nginx.log"])


def configure(target, own):
    with open(f"{folder}/gateway.yaml", "w") as file:
        file.write(f"""proxy: {{listen: ["127.0.0.1:0"], ports: {{bench: "127.0.0.1:{own}"}}}}
admin: {{listen: "127.0.0.1:0"}}
state: "{folder}/state"
egress: {{hosts: {{"target.test:80": "127.0.0.1:{target}"}}}}
""")


def shell(*before):
    """Runs a line at a time; one that lasts, so that no start of a JVM is near what is measured."""
    return subprocess.Popen([*before, "sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def measured(at, proxy):
    """Small requests per second, then MB per second."""
    at.stdin.write(f"{folder}/load {connections} {requests} {URL}small {proxy}\n"
                   f"{folder}/load 1 {BULK_REQUESTS} {URL}large {proxy}\n")
    at.stdin.flush()
    small, bulk = (at.stdout.readline().split() for _ in range(2))
    return float(small[0]), float(bulk[1]) / 1e6


def main():
    target, own = free_port(), free_port()
    configure(target, own)
    with contextlib.ExitStack() as all_ends:
        all_ends.enter_context(ended(nginx(target)))
        gateway, ready = start(sallyport, folder)
        all_ends.enter_context(ended(gateway))
        call(ready, "PUT", "/v1/sandboxes/bench", {"lease": {"net.fetch": [URL + "**"]}})
        outside = all_ends.enter_context(ended(shell()))
        inside = all_ends.enter_context(ended(shell(
            sallyport, "sandbox", "enter", "--admin", ready["admin"], "--token-file", ready["token_file"],
            "--state", f"{folder}/state", "bench", "--")))
        ways = {"plain": (outside, f"http://127.0.0.1:{own}"),
                "fence, by the proxy": (inside, '"$HTTP_PROXY"'),
                "fence, captured": (inside, "")}
        found = {way: [] for way in ways}
        for way in ways.values():
            measured(*way)  # a first time, which is not counted
        for _ in range(rounds):
            for name, way in ways.items():
                found[name].append(measured(*way))
    table(found)


def table(found):
    print(f"{'':20} {'requests/s':>11} {'ratio':>6} {'MB/s':>8} {'ratio':>6}")
    plain = [statistics.median(column) for column in zip(*found["plain"])]
    for way, rows in found.items():
        small, bulk = (statistics.median(column) for column in zip(*rows))
        print(f"{way:20} {small:11.0f} {small / plain[0]:6.2f} {bulk:8.0f} {bulk / plain[1]:6.2f}")


main()
