"""Rounds of submitted jobs for bench/arcp.sh, which says what they are; not to be run by itself."""
import http.client, json, random, statistics, subprocess, sys, time, urllib.parse
import gateway_process

PEER = "testkit/src/main/resources/io/sallyport/testkit/junit/peer.py"
TOKEN = "peer-token"
LEASE = {"net.fetch": ["http://web.test/**"]}
LONGEST_POLL = 0.2  # seconds; rounds begin at any moment of it


class Peer:
    """The runtime and the submitter, in a process of their own."""

    def __init__(self, folder):
        with open(f"{folder}/peer.log", "w") as log:
            self.process = subprocess.Popen([sys.executable, PEER, TOKEN], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=log, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]

    def ask(self, **order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


def is_active(admin, token, job):
    admin.request("GET", f"/v1/leases/{job}", headers={"Authorization": "Bearer " + token})
    answer = admin.getresponse()
    body = answer.read()
    return answer.status == 200 and json.loads(body)["state"] == "active"


def round_of(peer, admin, token):
    """The milliseconds until a job has its lease."""
    time.sleep(random.uniform(0, LONGEST_POLL))
    since = time.monotonic()
    job = peer.ask(do="submit", lease=LEASE)["job"]
    while not is_active(admin, token, job):
        if time.monotonic() - since > 30:
            raise SystemExit("bench: a job has no lease after 30 s")
        time.sleep(0.001)
    took = (time.monotonic() - since) * 1000
    peer.ask(do="finish", job=job)
    return took


def main(folder, rounds, poll, sallyport):
    peer = Peer(folder)
    with open(f"{folder}/arcp.token", "w") as file:
        file.write(TOKEN + "\n")
    polled = f', poll: "{poll}"' if poll else ""
    gateway_process.configure(folder, {}, more=(
        f'arcp: {{url: "ws://127.0.0.1:{peer.port}/arcp", token_file: "arcp.token"{polled}}}\n'))
    gateway, ready = gateway_process.start(sallyport, folder)
    try:
        admin = http.client.HTTPConnection(urllib.parse.urlsplit(ready["admin"]).netloc)
        token = gateway_process.operator(ready)
        for _ in range(rounds // 10 + 1):  # to warm up
            round_of(peer, admin, token)
        times = [round_of(peer, admin, token) for _ in range(rounds)]
    finally:
        gateway.terminate()
        gateway.wait(timeout=30)
        peer.close()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    print(f"milliseconds from the submission; {rounds} jobs; poll {poll or 'by default'}")
    print(f"lease: p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f}, most {max(times):.1f}")


main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
