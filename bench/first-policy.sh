#!/usr/bin/env bash
# Measures the first policy after a start, and the first requests under it, compared with later ones.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/first-policy.sh [--starts N] [--kinds NAME,...]

Repeatedly starts Sallyport with its launcher (or $SALLYPORT) and a new state, polls /readyz of the probe listener every 10 ms
until it answers 200, and then puts five sandboxes of one kind over a persistent connection to the control API, each followed
by its first request, forwarded and intercepted. An initial start, which is not counted, builds what is missing and writes the
launcher's class archive at its end unless it exists. Prints medians (and the worst), in milliseconds, by kind:

  line       from the start of the process to its line on standard output
  ready      from the start of the process to 200 from /readyz
  put 1      the first PUT; "put 2-5" are the later ones
  get 1      the first request through the proxy, under the policy of put 1; "get 2-5" are those under the later ones
  tls 1      the same through an intercepted tunnel, with both handshakes; "tls 2-5" likewise

  --starts N     starts of each kind (5)
  --kinds LIST   only these kinds: lease policy harness, comma-separated (all)

Needs the tools of the build and: Linux, openssl, python3. SALLYPORT_JAVA_OPTS adds options to the JVM.
Exits with 1 if anything was refused.
END
}

starts=5 kinds=lease,policy,harness folder=
cd "$(dirname "$0")/.."
. bench/common.sh
options starts kinds -- "$@"
sallyport=${SALLYPORT:-./sallyport}
own_folder
certificate
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 - "$folder" "$starts" "$kinds" "$sallyport" <<'END'
import base64, http.client, json, shutil, ssl, statistics, sys, time
from gateway_process import configure, operator, start, target

folder, starts, kinds, sallyport = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(","), sys.argv[4]
POLICY = """version: 1
network_policies:
  api:
    endpoints:
      - {host: yes.test, port: 80, protocol: rest, access: read-only}
      - {host: yes.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: "/**"}}]}
      - {host: "*.files.test", ports: [443, 80], protocol: rest, rules: [{allow: {method: POST, path: "/v1/*/notes"}}]}
  plain:
    endpoints: [{host: www.test, port: 443}, {host: db.test, port: 5432, protocol: tcp}]
"""
PROFILE = """id: reader
endpoints:
  - {host: yes.test, port: 80, access: read-only, deny_rules: [{method: GET, path: /closed}]}
  - {host: yes.test, port: 443, protocol: rest, access: read-only}
"""
BODIES = {
    "lease": {"lease": {"net.fetch": [
        "http://yes.test/**", "https://yes.test/v1/**", "https://*.files.test/a/*/b", "https://www.test/**"],
        "tool.call": ["x.*"], "cost.budget": ["requests:1000"]}},
    "policy": {"policy": POLICY},
    "harness": {
        "harness": "base: base.yaml\nopenshell: {profiles: [reader]}\n",
        "files": {"base.yaml": "agent: agents/fix.md\nrole: fixer\n", "profiles/reader.yaml": PROFILE}},
}


configure(
    folder, {"yes.test:80": f"127.0.0.1:{target()}", "yes.test:443": f"127.0.0.1:{target(tls=folder)}"},
    more=f'  trust: ["{folder}/cert.pem"]\nhealth: {{listen: "127.0.0.1:0"}}\n')


class Refused(Exception):
    pass


def connection(url):
    made = http.client.HTTPConnection(*url.removeprefix("http://").split(":"), timeout=60)
    made.connect()
    return made


def answer(made, expected, *request, **more):
    made.request(*request, **more)
    came = made.getresponse()
    body = came.read()
    if came.status not in expected:
        raise Refused(f"{request[:2]}: {came.status} {body[:300]!r}")
    return came.status, body


def timed(work):
    begin = time.perf_counter()
    result = work()
    return (time.perf_counter() - begin) * 1000, result


def put(admin, token, name, kind):
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    body = json.dumps(BODIES[kind])
    took, (_, text) = timed(lambda: answer(admin, [201], "PUT", "/v1/sandboxes/" + name, body=body, headers=headers))
    return took, json.loads(text)


def forwarded(ready, token):
    made = connection(ready["proxy"])
    took, _ = timed(lambda: answer(
        made, [200], "GET", "http://yes.test/v1/x", headers={"Proxy-Authorization": "Bearer " + token}))
    made.close()
    return took


def tunnelled(ready, name, put):
    host, port = ready["proxy"].removeprefix("http://").split(":")
    credentials = base64.b64encode(f"{name}:{put['token']}".encode()).decode()
    context = ssl.create_default_context(cadata=put["ca_pem"])

    def work():
        made = http.client.HTTPSConnection(host, int(port), timeout=60, context=context)
        made.set_tunnel("yes.test", 443, {"Proxy-Authorization": "Basic " + credentials})
        answer(made, [200], "GET", "/v1/x")
        made.close()
    return timed(work)[0]


def until_ready(health):
    while answer(health, [200, 503], "GET", "/readyz")[0] != 200:
        time.sleep(0.01)


def measured(kind):
    shutil.rmtree(f"{folder}/state", ignore_errors=True)
    begin = time.perf_counter()
    gateway, ready = start(sallyport, folder)
    try:
        row = {"line": [(time.perf_counter() - begin) * 1000]}
        until_ready(connection(ready["health"]))
        row["ready"] = [(time.perf_counter() - begin) * 1000]
        admin = connection(ready["admin"])
        token = operator(ready)
        for i in range(1, 6):
            column = "1" if i == 1 else "2-5"
            took, made = put(admin, token, f"sb-{i}", kind)
            row.setdefault("put " + column, []).append(took)
            row.setdefault("get " + column, []).append(forwarded(ready, made["token"]))
            row.setdefault("tls " + column, []).append(tunnelled(ready, f"sb-{i}", made))
        return row
    finally:
        gateway.terminate()
        gateway.wait()


columns = ["line", "ready", "put 1", "put 2-5", "get 1", "get 2-5", "tls 1", "tls 2-5"]
try:
    measured(kinds[0])
    print("| kind |", " | ".join(columns), "|")
    print("|---" * (len(columns) + 1) + "|")
    for kind in kinds:
        rows = [measured(kind) for _ in range(starts)]
        cells = [[value for row in rows for value in row[column]] for column in columns]
        print(f"| {kind} |", " | ".join(f"{statistics.median(c):.0f} ({max(c):.0f})" for c in cells), "|", flush=True)
except Refused as refused:
    print(refused, file=sys.stderr)
    sys.exit(1)
END
