"""A runtime and a submitter of ARCP, both of the package agentruntimecontrolprotocol, over WebSocket.

Reads one JSON command a line from standard input, and answers each with one line on standard output. The first line says
on which port the runtime listens.
"""

import asyncio
import json
import sys

from arcp import ClientInfo, WebSocketTransport
from arcp._runtime.server import ARCPRuntime, RuntimeInfo
from arcp._transport.websocket import serve_websocket
from arcp.client import ARCPClient
from arcp.runtime import StaticBearerVerifier

TOKEN = sys.argv[1]
jobs = {}


async def worker(_, context):
    """Does what it is told until it is told to end."""
    orders = asyncio.Queue()
    jobs[context.job_id] = orders
    while True:
        order, done = await orders.get()
        if order["do"] == "metric":
            await context.metric(order["metric"])
        done.set()
        if order["do"] == "finish":
            return {"done": True}
        if order["do"] == "fail":
            raise RuntimeError("as asked for")


async def obey(client, connections, order):
    if order["do"] == "submit":
        handle = await client.submit(
            agent="worker",
            input=None,
            lease_request=order["lease"],
            lease_constraints=order.get("constraints"),
        )
        while handle.job_id not in jobs:
            await asyncio.sleep(0)
        return {"job": handle.job_id}
    if order["do"] == "drop":
        for connection in connections[1:]:
            await connection.close()
        del connections[1:]
        return {"ok": True}
    if order["do"] == "cancel":
        await client.cancel_job(order["job"])
        return {"ok": True}
    done = asyncio.Event()
    await jobs[order["job"]].put((order, done))
    await done.wait()
    return {"ok": True}


async def main():
    runtime = ARCPRuntime(
        runtime=RuntimeInfo(name="peer", version="1"),
        bearer=StaticBearerVerifier({TOKEN: "operator"}),
    )
    runtime.register_agent("worker", worker)
    connections = []

    async def accept(transport):
        connections.append(transport)
        await runtime.accept(transport)

    server = await serve_websocket(accept, host="127.0.0.1", port=0)
    port = server.sockets[0].getsockname()[1]
    client = ARCPClient(client=ClientInfo(name="submitter", version="1"), token=TOKEN)
    await client.connect(await WebSocketTransport.connect(f"ws://127.0.0.1:{port}/arcp"))
    print(json.dumps({"port": port}), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await obey(client, connections, json.loads(line))), flush=True)


asyncio.run(main())
