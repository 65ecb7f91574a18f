"""A client of MCP. Arguments: transport (json, stream or sse), URL, then steps: list, prompts, resources, cancel, TOOL."""

import asyncio
import sys

from mcp import ClientSession, McpError, types
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamablehttp_client

transport, url = sys.argv[1:3]
steps = sys.argv[3:]


async def sample(context, asked):
    content = types.TextContent(type="text", text="sampled")
    return types.CreateMessageResult(role="assistant", content=content, model="m")


async def elicit(context, asked):
    return types.ElicitResult(action="accept", content={"name": "elicited"})


async def consult(session):
    heard = []

    async def progress(done, total, message):
        heard.append(f"{done:.0f}/{total:.0f}")

    result = await session.call_tool("consult", {}, progress_callback=progress)
    return "consult: " + result.content[0].text + " " + " ".join(heard)


async def cancel(session):
    cancelled = types.CancelledNotification(params=types.CancelledNotificationParams(requestId=99))
    await session.send_notification(types.ClientNotification(cancelled))
    return "cancel: sent"


async def step(session, name):
    if name in ("consult", "cancel"):
        return await (consult if name == "consult" else cancel)(session)
    if name == "list":
        listed = [tool.name for tool in (await session.list_tools()).tools]
    elif name == "prompts":
        listed = [prompt.name for prompt in (await session.list_prompts()).prompts]
    elif name == "resources":
        listed = [str(resource.uri) for resource in (await session.list_resources()).resources]
    else:
        arguments = {} if name == "change" else {"query": "cats"}
        result = await session.call_tool(name, arguments)
        return name + ": " + result.content[0].text
    return name + ": " + " ".join(sorted(listed))


async def talk(read, write):
    async with ClientSession(read, write, sampling_callback=sample, elicitation_callback=elicit) as session:
        await session.initialize()
        for name in steps:
            try:
                print(await asyncio.wait_for(step(session, name), 30), flush=True)
            except McpError as error:
                print(name + ": refused: " + error.error.message, flush=True)


async def main():
    if transport == "sse":
        async with sse_client(url) as (read, write):
            await talk(read, write)
    else:
        async with streamablehttp_client(url) as (read, write, _):
            await talk(read, write)


asyncio.run(main())
