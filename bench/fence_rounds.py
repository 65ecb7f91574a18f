"""The rounds of bench/fence.sh; not to be run directly."""
import contextlib, math, os, socket, statistics, subprocess, sys
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
        order = list(ways)
        for turn in range(rounds):
            for name in order[turn % 3:] + order[:turn % 3]:  # each comes first, second and third equally often
                found[name].append(measured(*ways[name]))
    table(found)


def interval(values):
    """The median, and the order statistics that enclose the true one in at least 95 of 100 cases, or none if too few."""
    values, count = sorted(values), len(values)
    outside, below = 0.0, -1
    while outside + math.comb(count, below + 1) / 2**count <= 0.025:
        below += 1
        outside += math.comb(count, below) / 2**count
    middle = statistics.median(values)
    return (middle, None, None) if below < 0 else (middle, values[below], values[count - 1 - below])


def cell(values):
    middle, least, most = interval(values)
    return f"{middle:.3f}" + ("" if least is None else f" [{least:.3f}, {most:.3f}]")


def table(found):
    print(f"{'':20} {'requests/s':>11} {'ratio':>22} {'MB/s':>8} {'ratio':>22}")
    for way, rows in found.items():
        text = f"{way:20}"
        for column, width in ((0, 11), (1, 8)):
            # of each round by itself, since a machine is slower at one time than at another
            ratios = [row[column] / plain[column] for row, plain in zip(rows, found["plain"])]
            text += f" {statistics.median(row[column] for row in rows):{width}.0f} {cell(ratios):>22}"
        print(text)


main()
