package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages {@code aiohttp} and {@code httpx} of Python, by the env file alone, before a server of aiohttp. */
class PythonClientsTest {
    private static final String SERVER = """
            import asyncio, ssl
            from aiohttp import web

            async def length(request):
                return web.Response(text=str(len(await request.read())))

            async def live(request):
                socket = web.WebSocketResponse()
                await socket.prepare(request)
                async for message in socket:
                    await socket.send_str(message.data)
                return socket

            async def serve():
                app = web.Application(client_max_size=1 << 24)
                app.add_routes([web.post("/open/x", length), web.get("/live", live)])
                runner = web.AppRunner(app)
                await runner.setup()
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain("chain.pem", "key.pem")
                site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context)
                await site.start()
                print(site._server.sockets[0].getsockname()[1], flush=True)
                await asyncio.Event().wait()

            asyncio.run(serve())
            """;

    private static final String AIOHTTP = """
            import asyncio
            from aiohttp import ClientSession, WSServerHandshakeError

            async def main():
                async with ClientSession(trust_env=True) as session:
                    for path in ["open", "closed"]:
                        async with session.post("https://yes.test/%s/x" % path, data=b"x" * 3_000_000) as answer:
                            print(answer.status, (await answer.text())[:7])
                    async with session.ws_connect("https://yes.test/live", compress=15) as socket:
                        await socket.send_str("x" * 100_000)
                        print(socket.compress, len((await socket.receive()).data))
                        await socket.close()
                        print("closed", socket.close_code)
                    try:
                        await session.ws_connect("https://yes.test/other")
                    except WSServerHandshakeError as refused:
                        print(refused.status, refused.message)

            asyncio.run(main())
            """;

    private static final String HTTPX = """
            import asyncio
            import httpx

            async def main():
                async with httpx.AsyncClient(http2=True) as client:
                    for path, bytes in [("open", 3_000_000), ("closed", 3_000)]:
                        answer = await client.post("https://yes.test/%s/x" % path, content=b"x" * bytes)
                        print(answer.http_version, answer.status_code, answer.text[:7])
                    many = [client.post("https://yes.test/open/x", content=b"y") for _ in range(200)]
                    print(sum(answer.text == "1" for answer in await asyncio.gather(*many)))

            asyncio.run(main())
            """;

    @TempDir
    Path folder = Path.of("");

    private String says(String program) throws Exception {
        Files.writeString(folder.resolve("client.py"), program);
        try (var server = PythonServer.start(folder, EnvSandbox.leaf(), SERVER);
                var sandbox = EnvSandbox.startBefore(
                        folder, server.hostPort(), "https://yes.test/open/**", "wss://yes.test/live")) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run(PythonPackages.variables(), "python3", "client.py"));
            assertThat(sandbox.verdicts("/closed/x")).containsExactly("deny no_grant");
            return ended.out();
        }
    }

    @Test
    void aiohttpPostsTalksOverAWebSocketAndIsToldWhatNoGrantNames() throws Exception {
        assertThat(says(AIOHTTP).lines())
                .containsExactly(
                        "200 3000000", "403 {\"error", "0 100000", "closed 1000", "403 Invalid response status");
    }

    @Test
    void httpxSpeaksHttp2AndAsksManyAtOnce() throws Exception {
        assertThat(says(HTTPX).lines()).containsExactly("HTTP/2 200 3000000", "HTTP/2 403 {\"error", "200");
    }
}
