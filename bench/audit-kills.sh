#!/usr/bin/env bash
# Kills a gateway, or fills its disk, while its audit log rotates, and compares what was answered with the log.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/audit-kills.sh [--rounds N] [--full]

Starts Sallyport with its launcher (or $SALLYPORT) and a target, with segments of 64 KiB that are compressed and signed. Four
clients of one sandbox send requests, each with a unique path. In each round the gateway is killed with SIGKILL at a random moment
and started again; with --full, its state is on a tmpfs of 24 MiB that is filled for two seconds instead, and every fifth round
kills it while it is full. At the end every answered request must have exactly one record, the numbers of all lines must rise by
one, and `audit verify --key` must find the log whole.

  --rounds N   number of rounds (100)
  --full       fill the disk (needs unshare with user namespaces, unless it is root)

Needs the tools of the build and: Linux, python3. Exits with 1 if a record is lost or there twice.
END
}

rounds=100 full= inside=
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --rounds) rounds=$2; shift 2 ;;
    --full) full=1; shift ;;
    --inside) inside=1; shift ;;
    *) usage >&2; exit 2 ;;
  esac
done
cd "$(dirname "$0")/.."
if [ -n "$full" ] && [ -z "$inside" ]; then
  exec unshare --user --map-root-user --mount --kill-child -- "$0" --rounds "$rounds" --full --inside
fi
folder=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
mkdir "$folder/state"
trap 'umount "$folder/state" 2>/dev/null || true; rm -rf "$folder"' EXIT
[ -z "$full" ] || mount -t tmpfs -o size=24m tmpfs "$folder/state"
${SALLYPORT:-./sallyport} --help >/dev/null
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 - "$folder" "$rounds" "${SALLYPORT:-./sallyport}" "$full" <<'END'
import collections, glob, gzip, http.client, json, os, random, subprocess, sys, threading, time
from gateway_process import call, configure, start, target

folder, rounds, sallyport, full = sys.argv[1], int(sys.argv[2]), sys.argv[3], bool(sys.argv[4])
CLIENTS, STATE = 4, f"{folder}/state"
configure(folder, {"yes.test:80": f"127.0.0.1:{target()}"}, more="audit: {segments: {max_bytes: 65536}}\n")


def ask(ready, token, name, answered, stop):
    host, port = ready["proxy"].removeprefix("http://").split(":")
    number, connection = 0, http.client.HTTPConnection(host, int(port), timeout=10)
    while not stop.is_set():
        path, number = f"/{name}-{number}", number + 1
        try:
            connection.request("GET", "http://yes.test" + path, headers={"Proxy-Authorization": "Bearer " + token})
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                answered.append(path)
            elif answer.status != 503:
                print(f"{answer.status} to {path}", file=sys.stderr)
                os._exit(1)
            else:
                time.sleep(0.05)  # the log cannot be written
        except (OSError, http.client.HTTPException):
            connection.close()
            if kills:
                return


def fill():
    with open(f"{STATE}/filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"\0" * 4096)
        except OSError:
            pass


answered, kills = [], True
gateway, ready = start(sallyport, folder)
token = call(ready, "PUT", "/v1/sandboxes/sb-1", {"lease": {"net.fetch": ["http://yes.test/**"]}})["token"]
for turn in range(rounds):
    kills, stop = not full or turn % 5 == 4, threading.Event()
    clients = [
        threading.Thread(target=ask, args=(ready, token, f"{turn}-{i}", answered, stop)) for i in range(CLIENTS)]
    for client in clients:
        client.start()
    time.sleep(random.uniform(0.2, 1.5))
    if full:
        fill()
        time.sleep(2)
    if kills:
        gateway.kill()
        gateway.wait()
    if full:
        os.remove(f"{STATE}/filler")
    if not kills:
        time.sleep(2.5)  # it is written again within a second
    stop.set()
    for client in clients:
        client.join()
    if kills:
        gateway, ready = start(sallyport, folder)
    print(f"bench: round {turn + 1} of {rounds}, {len(answered)} answered", file=sys.stderr)

gateway.terminate()
gateway.wait()
records, numbers, segments = collections.Counter(), [], sorted(glob.glob(f"{STATE}/audit-0*.jsonl*"))
by_number = {os.path.basename(name).split("-")[1]: name for name in segments}
for name in [by_number[number] for number in sorted(by_number)] + [f"{STATE}/audit.jsonl"]:
    with (gzip.open if name.endswith(".gz") else open)(name, "rb") as log:
        for line in log:
            try:
                record = json.loads(line)
                numbers.append(record["seq"])
                records[record.get("path")] += 1
            except ValueError:
                pass  # a line cut off by a kill; its request was not answered, or the count below fails
lost = sum(1 for path in answered if records[path] == 0)
doubled = sum(1 for path in answered if records[path] > 1)
gaps = sum(1 for before, after in zip(numbers, numbers[1:]) if after != before + 1)
verified = subprocess.run([sallyport, "audit", "verify", "--key", f"{STATE}/audit-signing.pub", STATE])
print(f"{rounds} rounds, {len(by_number)} closed segments, {len(answered)} requests answered: {lost} without a record,"
      f" {doubled} with more than one, {gaps} gaps in the numbers")
print(f"audit verify: exit {verified.returncode}")
sys.exit(0 if lost == doubled == gaps == verified.returncode == 0 else 1)
END
