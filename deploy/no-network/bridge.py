"""Passes connections to 127.0.0.1:3128 on to the gateway's Unix socket: what `socat` does where it is installed."""
import asyncio

SOCKET = "/var/lib/sandbox/proxy.sock"


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
    except OSError:
        writer.close()


async def bridge(reader, writer):
    try:
        up_reader, up_writer = await asyncio.open_unix_connection(SOCKET)
    except OSError:
        writer.close()
        return
    await asyncio.gather(copy(reader, up_writer), copy(up_reader, writer))
    up_writer.close()
    writer.close()


async def main():
    server = await asyncio.start_server(bridge, "127.0.0.1", 3128)
    await server.serve_forever()


asyncio.run(main())
