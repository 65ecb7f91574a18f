package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.NodePackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages {@code undici} and {@code ws} of Node, by the env file alone, before a server of Node's own. */
class NodePackagesTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String OPEN = "https://yes.test/open/x";
    private static final String CLOSED = "https://yes.test/closed/x";
    private static final String LIVE = "wss://yes.test/live";

    private static final String SERVER = """
            const fs = require('fs');
            const http2 = require('http2');
            const { WebSocketServer } = require('ws');

            const own = { allowHTTP1: true, cert: fs.readFileSync('chain.pem'), key: fs.readFileSync('key.pem') };
            const server = http2.createSecureServer(own, (request, answer) => {
              const parts = [];
              request.on('data', part => parts.push(part));
              request.on('end', () => answer.end(`${request.httpVersion} ${Buffer.concat(parts).length}`));
            });
            new WebSocketServer({ server, perMessageDeflate: true }).on('connection', socket =>
              socket.on('message', (message, binary) => socket.send(message, { binary })));
            server.listen(0, '127.0.0.1', () => console.log(server.address().port));
            """;

    private static final String FETCH = """
            const { EnvHttpProxyAgent, request } = require('undici');
            const [allowH2, ...urls] = process.argv.slice(2);
            const connected = ({ socket }) => socket.alpnProtocol && console.log(socket.alpnProtocol);
            require('diagnostics_channel').subscribe('undici:client:connected', connected);

            const http2 = allowH2 === 'h2';
            const dispatcher = new EnvHttpProxyAgent(
              http2 ? { allowH2: true, requestTls: { allowH2: true }, connections: 1 } : {});
            (async () => {
              for (const url of urls) {
                const body = url.includes('open') ? 'x'.repeat(300_000) : undefined;
                const answer = await request(url, { dispatcher, method: body ? 'POST' : 'GET', body });
                console.log(answer.statusCode, (await answer.body.text()).slice(0, 10));
              }
              const many = urls.slice(0, 1).flatMap(url => Array(200).fill(url));
              const all = await Promise.all(many.map(async url => {
                const answer = await request(url, { dispatcher });
                await answer.body.text();
                return answer.statusCode;
              }));
              console.log(all.filter(status => status === 200).length);
              await dispatcher.close();
            })();
            """;

    private static final String WS = """
            const WebSocket = require('ws');
            const { HttpsProxyAgent } = require('https-proxy-agent');

            const socket = new WebSocket(process.argv[2], { agent: new HttpsProxyAgent(process.env.https_proxy) });
            const sent = ['hello', 'x'.repeat(900_000), 'end'];
            const left = [...sent];
            socket.on('open', () => {
              console.log(`extensions "${socket.extensions}"`);
              socket.ping('are you there');
              sent.forEach(message => socket.send(message));
            });
            socket.on('pong', content => console.log(content.toString()));
            socket.on('message', message => {
              if (message.toString() !== left.shift()) console.log('another message');
              if (left.length === 0) socket.close(1000, 'done');
            });
            socket.on('close', code => console.log('closed', code));
            socket.on('unexpected-response', (_, answer) => {
              console.log(answer.statusCode, answer.statusMessage);
              answer.destroy();
            });
            socket.on('error', error => console.log(error.message));
            """;

    /** This class is the {@code WebSocket} of Node itself, from version 22. */
    private static final String UNDICI_WEBSOCKET = """
            const { EnvHttpProxyAgent, WebSocket } = require('undici');

            const dispatcher = new EnvHttpProxyAgent();
            const socket = new WebSocket(process.argv[2], { dispatcher });
            socket.onopen = () => {
              console.log(`extensions "${socket.extensions}"`);
              socket.send('x'.repeat(900_000));
            };
            socket.onmessage = message => {
              console.log(message.data.length);
              socket.close(1000);
            };
            socket.onerror = () => console.log('failed');
            socket.onclose = closed => {
              console.log('closed', closed.code);
              dispatcher.close();
            };
            """;

    @TempDir
    Path folder = Path.of("");

    private Map<String, String> packages = Map.of();
    private @Nullable Client server;
    private @Nullable EnvSandbox sandbox;

    @BeforeEach
    void serve() throws Exception {
        Path node = require("node");
        packages = NodePackages.variables();
        Files.writeString(folder.resolve("server.cjs"), SERVER);
        var leaf = EnvSandbox.leaf();
        Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
        Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
        Client started = Client.start(folder, packages, List.of(node.toString(), "server.cjs"));
        server = started;
        String port = started.awaitOutput(out -> out.endsWith("\n"), SOON).strip();
        sandbox = EnvSandbox.startBefore(folder, "127.0.0.1:" + port, "https://yes.test/open/**", LIVE);
    }

    @AfterEach
    void close() {
        if (sandbox != null) {
            sandbox.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private EnvSandbox sandbox() {
        return Objects.requireNonNull(sandbox, "serve() runs first");
    }

    private List<String> lines(String program, String... words) throws Exception {
        Path file = Files.writeString(folder.resolve("client.cjs"), program);
        String[] command = new String[words.length + 2];
        command[0] = "node";
        command[1] = file.toString();
        System.arraycopy(words, 0, command, 2, words.length);
        Client.Ended ended = sandbox().run(packages, command);
        return EnvSandbox.ends(ended).out().lines().toList();
    }

    @Test
    void undiciSpeaksHttp2InItsTunnel() throws Exception {
        assertThat(lines(FETCH, "h2", OPEN, CLOSED))
                .containsExactly("h2", "200 2.0 300000", "403 {\"error\":\"", "200");
        assertThat(sandbox().records("connect")).hasSize(1);
    }

    @Test
    void undiciSpeaksHttp1InItsTunnels() throws Exception {
        assertThat(lines(FETCH, "http/1.1", OPEN, CLOSED))
                .doesNotContain("h2")
                .contains("200 2.0 300000", "403 {\"error\":\"")
                .endsWith("200");
    }

    @Test
    void wsTalksUncompressedAndClosesInOrder() throws Exception {
        assertThat(lines(WS, LIVE)).containsExactly("extensions \"\"", "are you there", "closed 1000");
        assertThat(sandbox().records("end").getFirst().path("detail").asString())
                .startsWith("sent 3 messages, received 3; closed by the client with 1000");
    }

    @Test
    void wsIsToldWhatNoGrantNames() throws Exception {
        assertThat(lines(WS, "wss://yes.test/other")).startsWith("403 Denied: no_grant");
    }

    @Test
    void theWebSocketOfUndiciTalksAndIsRefused() throws Exception {
        assertThat(lines(UNDICI_WEBSOCKET, LIVE)).containsExactly("extensions \"\"", "900000", "closed 1000");
        assertThat(lines(UNDICI_WEBSOCKET, "wss://yes.test/other")).containsExactly("failed");
    }
}
