"""Rounds of calls for bench/models.sh, which says what they are; not to be run by itself."""
import base64, http.client, json, multiprocessing, os, statistics, subprocess, sys, threading, time, urllib.request
import gateway_process

QUESTION = {"model": "m", "max_tokens": 200, "messages": [{"role": "user", "content": "word " * 200}]}
USAGE = {"prompt_tokens": 210, "completion_tokens": 100, "total_tokens": 310}


class Backend(gateway_process.Target):
    events = 100
    disable_nagle_algorithm = True  # as servers of models have it

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if asked.get("stream"):
            self.stream()
        else:
            self.whole()

    def whole(self):
        body = json.dumps({
            "id": "c-1", "object": "chat.completion", "created": 1, "model": "m", "usage": USAGE,
            "choices": [{"index": 0, "finish_reason": "stop",
                         "message": {"role": "assistant", "content": "word " * 100}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number in range(self.events):
            self.event({"choices": [{"index": 0, "delta": {"content": "word "}, "finish_reason": None}]})
        self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        self.event({"choices": [], "usage": USAGE})
        self.chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def event(self, members):
        event = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "m", **members}
        self.chunk(b"data: " + json.dumps(event).encode() + b"\n\n")

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()


def serve(pipe, events):
    Backend.events = events
    gateway_process.Target = Backend
    pipe.send(gateway_process.target())
    pipe.recv()


def processor_time(process):
    """Of a process and all below it, in seconds."""
    total, waiting = 0, [process]
    while waiting:
        one = waiting.pop()
        try:
            with open(f"/proc/{one}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            with open(f"/proc/{one}/task/{one}/children") as file:
                waiting += [int(child) for child in file.read().split()]
        except FileNotFoundError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def ask(connection, url, fields, streams, firsts):
    question = dict(QUESTION, stream=True, stream_options={"include_usage": True}) if streams else QUESTION
    begin = time.monotonic()
    connection.request("POST", url, json.dumps(question), {"Content-Type": "application/json", **fields})
    answer = connection.getresponse()
    if answer.status != 200:
        raise SystemExit(f"{answer.status}: {answer.read(500)}")
    if streams:
        answer.readline()
    else:
        answer.read()
    firsts.append((time.monotonic() - begin) * 1000)
    answer.read()


def client(port, url, fields, streams, calls, firsts):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(calls):
        ask(connection, url, fields, streams, firsts)
    connection.close()


def clients_in_a_process(pipe, arguments, count):
    firsts = []
    threads = [threading.Thread(target=client, args=(*arguments, firsts)) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pipe.send(firsts)


def round_of(name, process, port, url, fields, streams, calls, count):
    each = max(2, calls // count)

    def run():
        ours, theirs = multiprocessing.Pipe()
        load = multiprocessing.Process(
            target=clients_in_a_process, args=(theirs, (port, url, fields, streams, each), count))
        load.start()
        firsts = ours.recv()
        load.join()
        return firsts

    run()
    before, begin = processor_time(process), time.monotonic()
    firsts = run()
    took, used = time.monotonic() - begin, processor_time(process) - before
    total = each * count
    if len(firsts) != total:
        raise SystemExit(f"{name}: {len(firsts)} of {total} calls were answered")
    form = "stream" if streams else "whole"
    print(f"| {name} | {form} | {count} | {used * 1000 / total:.2f} | {statistics.median(firsts):.1f} "
          f"| {total / took:.0f} |", flush=True)


def sallyport(program, folder, backend, more=""):
    os.makedirs(folder, exist_ok=True)
    gateway_process.configure(folder, {"backend.test": "127.0.0.1"}, more=f"""
inference:{more}
  backends:
    local: {{api: openai, url: "http://backend.test:{backend}", location: local}}
  prices:
    m: {{currency: USD, input: 2.50, output: 10}}
audit: {{file: "{folder}/audit.jsonl"}}
""")
    gateway, ready = gateway_process.start(program, folder)
    put = gateway_process.call(ready, "PUT", "/v1/sandboxes/sb-1", {"lease": {"model.use": ["m"], "cost.budget": ["USD:1000000"]}})
    credentials = base64.b64encode(f"sb-1:{put['token']}".encode()).decode()
    port = int(ready["proxy"].rpartition(":")[2])
    url = "http://inference.sallyport.internal/v1/chat/completions"
    return gateway, port, url, {"Proxy-Authorization": "Basic " + credentials}


def litellm(program, folder, backend, port=4123):
    with open(f"{folder}/litellm.yaml", "w") as file:
        json.dump({"model_list": [{"model_name": "m", "litellm_params": {
            "model": "openai/m", "api_base": f"http://127.0.0.1:{backend}/v1", "api_key": "key-of-the-backend"}}],
            "general_settings": {"master_key": "sk-caller"}}, file)
    with open(f"{folder}/litellm.log", "w") as log:
        process = subprocess.Popen(
            [program, "--config", f"{folder}/litellm.yaml", "--host", "127.0.0.1", "--port", str(port)],
            stdout=log, stderr=log)
    for _ in range(120):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/liveliness", timeout=1).read()
            break
        except OSError:
            time.sleep(1)
    return process, port, "/v1/chat/completions", {"Authorization": "Bearer sk-caller"}


def main(folder, calls, clients, events, sallyport_program, litellm_program):
    ours, theirs = multiprocessing.Pipe()
    backend = multiprocessing.Process(target=serve, args=(theirs, int(events)), daemon=True)
    backend.start()
    port = ours.recv()
    contenders = {
        "Sallyport": sallyport(sallyport_program, folder, port),
        "Sallyport, a connection for each call": sallyport(
            sallyport_program, f"{folder}/each", port, "\n  idle_connections: 0")}
    if litellm_program:
        contenders["LiteLLM"] = litellm(litellm_program, folder, port)
    else:
        print("LiteLLM is left out: there is no such program (pip install 'litellm[proxy]')", file=sys.stderr)
    print("| | answer | clients | CPU ms | first ms | calls/s |\n|---|---|---|---|---|---|")
    try:
        for streams in (False, True):
            for count in map(int, clients.split(",")):
                for name, (process, at, url, fields) in contenders.items():
                    round_of(name, process.pid, at, url, fields, streams, int(calls), count)
    finally:
        for process, *_ in contenders.values():
            process.terminate()
            process.wait()
        backend.terminate()


main(*sys.argv[1:])
