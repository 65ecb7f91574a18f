"""Rounds of faults for bench/replica-faults.sh, which says what they are; not to be run by itself."""
import base64, http.client, multiprocessing, os, shutil, signal, socket, statistics, subprocess, sys, threading, time
import urllib.error
import gateway_process

THREADS = 8
URL = "http://yes.test/"
GRANTS = {"net.fetch": ["http://yes.test/**", "https://tls.test:443"]}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Redis:
    """A Redis on one port that writes nothing by itself."""

    def __init__(self, program, folder):
        self.program, self.folder, self.port = program, folder, free_port()
        os.mkdir(folder)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self.folder],
            stdout=subprocess.DEVNULL)

    def save(self):
        client = os.path.join(os.path.dirname(self.program), "redis-cli")
        subprocess.run([client, "-p", str(self.port), "SAVE"], check=True, stdout=subprocess.DEVNULL)
        shutil.copy(f"{self.folder}/dump.rdb", f"{self.folder}/kept.rdb")

    def restart(self, kept):
        self.process.kill()
        self.process.wait()
        if kept:
            shutil.copy(f"{self.folder}/kept.rdb", f"{self.folder}/dump.rdb")
        elif os.path.exists(f"{self.folder}/dump.rdb"):
            os.remove(f"{self.folder}/dump.rdb")
        self.start()

    def pause(self, seconds):
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)


class Gateway:
    """A gateway on ports that stay the same over its restarts."""

    def __init__(self, sallyport, folder, redis, key, hosts):
        self.sallyport, self.folder, self.proxy, self.admin = sallyport, folder, free_port(), free_port()
        os.mkdir(folder)
        gateway_process.configure(folder, hosts, self.proxy, self.admin, f"""
shared:
  redis: {{url: "redis://127.0.0.1:{redis.port}"}}
  sandboxes: {{key_file: "{key}", confirm_wait: 5s}}
""")
        self.start()

    def start(self):
        self.process, self.ready = gateway_process.start(self.sallyport, self.folder)

    def is_ready(self):
        try:
            return self.answer("GET", "/readyz").status == 200
        except OSError:
            return False

    def answer(self, method, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.admin, timeout=30)
        connection.request(method, path, headers={"Authorization": "Bearer " + gateway_process.operator(self.ready)})
        return connection.getresponse()

    def await_ready(self):
        deadline = time.monotonic() + 90
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise SystemExit(f"bench: {self.folder} is not ready; see its log")
            time.sleep(0.05)

    def call(self, method, path, body=None):
        """The answer, or the status of a refusal."""
        try:
            return gateway_process.call(self.ready, method, path, body)
        except urllib.error.HTTPError as e:
            e.read()
            return e.code


class Balancer:
    """One address for all gateways: a new connection goes to the next one that accepts it and is not taken out."""

    def __init__(self, gateways):
        self.gateways, self.out, self.next = gateways, set(), 0

    def connect(self):
        for _ in range(3 * len(self.gateways)):
            self.next += 1
            gateway = self.gateways[self.next % len(self.gateways)]
            if gateway not in self.out:
                try:
                    return socket.create_connection(("127.0.0.1", gateway.proxy), timeout=30)
                except OSError:
                    continue
        raise OSError("no gateway accepts")


class Load:
    """Requests of one sandbox on new connections, a pause in seconds apart; counts what became of them."""

    def __init__(self, balancer, name, token, pause):
        pair = base64.b64encode(f"{name}:{token}".encode()).decode()
        self.head = (f"GET {URL} HTTP/1.1\r\nHost: yes.test\r\nConnection: close\r\n"
                     f"Proxy-Authorization: Basic {pair}\r\n\r\n").encode()
        self.balancer, self.pause, self.statuses, self.enough = balancer, pause, {}, threading.Event()
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(THREADS)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while not self.enough.is_set():
            try:
                with self.balancer.connect() as connection:
                    connection.sendall(self.head)
                    answer = http.client.HTTPResponse(connection)
                    answer.begin()
                    answer.read()
                    status = answer.status
            except (OSError, http.client.HTTPException) as e:
                status = repr(e)
            with self.lock:
                self.statuses[status] = self.statuses.get(status, 0) + 1
            time.sleep(self.pause)

    def count(self, passed):
        with self.lock:
            return sum(n for status, n in self.statuses.items() if (status == 200) == passed)

    def stop(self):
        self.enough.set()
        for thread in self.threads:
            thread.join()


def put(gateway, name, lease):
    """Puts a sandbox, again as long as the store does not answer; the answer."""
    deadline = time.monotonic() + 90
    while True:
        answer = gateway.call("PUT", f"/v1/sandboxes/{name}", {"lease": lease})
        if isinstance(answer, dict):
            return answer
        if answer != 503 or time.monotonic() > deadline:
            raise SystemExit(f"bench: {answer} to a PUT of {name}")
        time.sleep(0.05)


def tunnel(gateway, name, token):
    pair = base64.b64encode(f"{name}:{token}".encode()).decode()
    connection = socket.create_connection(("127.0.0.1", gateway.proxy), timeout=30)
    head = f"CONNECT tls.test:443 HTTP/1.1\r\nHost: tls.test:443\r\nProxy-Authorization: Basic {pair}\r\n\r\n"
    connection.sendall(head.encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte:
            raise SystemExit("bench: a tunnel was closed before it was open")
        head += byte
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise SystemExit(f"bench: {head!r} to a CONNECT")
    return connection


def changes(gateways, count):
    """Milliseconds until all have confirmed a change, which the answer says."""
    times = []
    for number in range(count + 20):
        gateway = gateways[number % len(gateways)]
        since = time.monotonic()
        answer = put(gateway, "changed", GRANTS | {"cost.budget": [f"requests:{number + 1}"]})
        if answer["confirmed"]["gateways"] != len(gateways):
            raise SystemExit(f"bench: {answer['confirmed']} confirmed a change")
        if number >= 20:  # the first ones warm up
            times.append((time.monotonic() - since) * 1000)
    return times


def ends(gateways, count):
    """Milliseconds from a DELETE until the tunnels of all gateways are closed."""
    times = []
    for number in range(count + 20):
        name = f"ended-{number}"
        token = put(gateways[number % len(gateways)], name, GRANTS)["token"]
        open_ones = [tunnel(gateway, name, token) for gateway in gateways]
        deleting = threading.Thread(
            target=gateways[number % len(gateways)].answer, args=("DELETE", f"/v1/sandboxes/{name}"))
        since = time.monotonic()
        deleting.start()
        for connection in open_ones:
            try:
                while connection.recv(4096):
                    pass
            except ConnectionError:
                pass
        if number >= 20:
            times.append((time.monotonic() - since) * 1000)
        deleting.join()
        for connection in open_ones:
            connection.close()
    return times


def faults(redis, gateways, balancer, rounds):
    """What passed beyond a budget, which is then used up, and acknowledged changes that are not in force."""
    budget = 3_000 * rounds
    lease = GRANTS | {"cost.budget": [f"requests:{budget}"]}
    answer = put(gateways[0], "spender", lease)
    acknowledged = {}
    load = Load(balancer, "spender", answer["token"], 0.05)
    kinds = [lambda: redis.restart(kept=False), lambda: redis.pause(3), lambda: redis.restart(kept=True)]
    for number in range(rounds):
        for kind, fault in enumerate([*kinds, None]):
            redis.save()
            for at, gateway in enumerate(gateways):
                name = f"kept-{number}-{kind}-{at}"
                acknowledged[name] = put(gateway, name, GRANTS)["generation"]
            if fault:
                fault()
            else:
                victim = gateways[number % len(gateways)]
                victim.process.kill()
                victim.process.wait()
                victim.start()
            for gateway in gateways:
                gateway.await_ready()
            put(gateways[0], f"after-{number}-{kind}", GRANTS)  # waits until the store takes changes
    lost = 0
    for gateway in gateways:
        for name, generation in acknowledged.items():
            found = gateway.call("GET", f"/v1/sandboxes/{name}")
            lost += not isinstance(found, dict) or found["generation"] < generation
    deadline, last = time.monotonic() + 60, -1
    while load.count(True) != last and time.monotonic() < deadline:  # until nothing passes any more
        last = load.count(True)
        time.sleep(3)
    load.stop()
    return load.count(True), budget, lost, len(acknowledged)


def restarts(gateways, balancer, token):
    """Requests that passed and that failed while each gateway is restarted in order; it is taken out before it ends."""
    load = Load(balancer, "steady", token, 0.01)
    time.sleep(2)
    for gateway in gateways:
        balancer.out.add(gateway)
        time.sleep(0.5)  # as balancers do: what it was sent before ends
        gateway.process.terminate()
        gateway.process.wait()
        gateway.start()
        gateway.await_ready()
        balancer.out.discard(gateway)
        time.sleep(1)
    load.stop()
    return load.count(True), load.count(False), {s: n for s, n in load.statuses.items() if s != 200}


def serve(port, tls):
    port.send(gateway_process.target(tls))
    signal.pause()


def apart(does, *arguments):
    """A process beside this one, so that what is measured here does not wait for its threads."""
    process = multiprocessing.get_context("fork").Process(target=does, args=arguments, daemon=True)
    process.start()
    return process


def target(tls=None):
    here, there = multiprocessing.Pipe()
    apart(serve, there, tls)
    return here.recv()


def load_apart(*arguments):
    Load(*arguments)
    signal.pause()


def row(what, times):
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    print(f"{what:45s} {cuts[49]:8.1f} {cuts[98]:8.1f} {max(times):8.1f}", flush=True)


def main(folder, count, rounds, measured, sallyport, program):
    redis = Redis(program, f"{folder}/redis")
    key = f"{folder}/shared.key"
    with open(key, "wb") as file:
        file.write(base64.b64encode(os.urandom(32)) + b"\n")
    hosts = {"yes.test:80": f"127.0.0.1:{target()}",
             "tls.test:443": f"127.0.0.1:{target(folder)}"}
    gateways = []
    try:
        for number in range(count):
            gateways.append(Gateway(sallyport, f"{folder}/gateway-{number}", redis, key, hosts))
        for gateway in gateways:
            gateway.await_ready()
        time.sleep(1)  # until all have heard of each other
        balancer = Balancer(gateways)
        steady = put(gateways[0], "steady", GRANTS)["token"]
        load = apart(load_apart, balancer, "steady", steady, 0.01)
        print(f"{count} gateways under load; milliseconds{'':16s} p50      p99     most")
        row("from a PUT until it is in force on all", changes(gateways, measured))
        row("from a DELETE until all tunnels are closed", ends(gateways, measured))
        load.terminate()
        passed, budget, lost, acknowledged = faults(redis, gateways, balancer, rounds)
        print(f"budget of {budget}: {passed} passed, overspent {max(0, passed - budget)}")
        print(f"acknowledged changes: {acknowledged}, lost on a gateway {lost}", flush=True)
        served, failed, words = restarts(gateways, balancer, steady)
        print(f"rolling restart of {count}: {served} requests passed, {failed} failed {words or ''}")
    finally:
        for gateway in gateways:
            gateway.process.terminate()
        for gateway in gateways:
            gateway.process.wait()
        redis.process.kill()
    sys.exit(bool(passed > budget or lost or failed))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5], sys.argv[6])
