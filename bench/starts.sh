#!/usr/bin/env bash
# Measures how long a package takes to start, and what an idle gateway keeps in memory.
set -euo pipefail

usage() {
  cat <<'END'
usage: bench/starts.sh [--package FILE] [--rounds N] [--idle SECONDS]

Unpacks the archive of a release into a new folder and starts from there, N times each: the demo (the first time straight after
unpacking), run -- true, and a gateway, until its line, until /readyz answers 200, and then idle. Prints medians (and the worst):
seconds, seconds of processor time of all threads, and MiB that are resident, of them anonymous and of files.

  --package FILE   the archive (target/dist/*.tar.gz)
  --rounds N       starts of each kind (5)
  --idle SECONDS   how long a gateway is left alone before its memory is read (10)

Needs: Linux, python3, tar.
END
}

package= rounds=5 idle=10
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --package) package=$2; shift 2 ;;
    --rounds) rounds=$2; shift 2 ;;
    --idle) idle=$2; shift 2 ;;
    *) usage >&2; exit 2 ;;
  esac
done
cd "$(dirname "$0")/.."
[ -n "$package" ] || package=$(echo target/dist/*.tar.gz)
folder=$(mktemp -d /tmp/sallyport-bench.XXXXXX)
trap 'rm -rf "$folder"' EXIT
tar -xzf "$package" -C "$folder"
export PYTHONPATH=bench PYTHONDONTWRITEBYTECODE=1
python3 - "$folder" "$(echo "$folder"/*/sallyport)" "$rounds" "$idle" <<'END'
import os, shutil, statistics, subprocess, sys, time, urllib.error, urllib.request
from gateway_process import configure, start

folder, sallyport, rounds, idle = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
configure(folder, {}, more='health: {listen: "127.0.0.1:0"}\n')


def command(*arguments):
    """Seconds, and processor seconds, of one command."""
    begin, before = time.perf_counter(), os.times()
    subprocess.run([sallyport, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return {"seconds": time.perf_counter() - begin,
            "processor": after.children_user + after.children_system - before.children_user - before.children_system}


def is_ready(url):
    try:
        return urllib.request.urlopen(url + "/readyz").status == 200
    except urllib.error.HTTPError:
        return False


def processor(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid, name):
    return next(int(line.split()[1]) / 1024 for line in open(f"/proc/{pid}/status") if line.startswith(name + ":"))


def gateway():
    shutil.rmtree(f"{folder}/state", ignore_errors=True)
    begin = time.perf_counter()
    process, line = start(sallyport, folder)
    try:
        row = {"line": time.perf_counter() - begin}
        while not is_ready(line["health"]):
            time.sleep(0.01)
        row |= {"ready": time.perf_counter() - begin, "processor": processor(process.pid)}
        time.sleep(idle)
        return row | {"resident": memory(process.pid, "VmRSS"), "anonymous": memory(process.pid, "RssAnon"),
                      "of files": memory(process.pid, "RssFile")}
    finally:
        process.terminate()
        process.wait()


for name, measured in {
        "demo": lambda: command("demo"), "run -- true": lambda: command("run", "--", "true"), "serve": gateway}.items():
    rows = [measured() for _ in range(rounds)]
    cells = (f"{column} {statistics.median(r[column] for r in rows):.2f} ({max(r[column] for r in rows):.2f})"
             for column in rows[0])
    print(f"{name}:", ", ".join(cells), flush=True)
END
