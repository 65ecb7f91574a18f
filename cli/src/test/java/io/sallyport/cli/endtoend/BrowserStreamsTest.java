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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chromium, on a port of the sandbox's own, with a page that opens a WebSocket and an EventSource beside itself. */
class BrowserStreamsTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    /** Tells what it heard by requests, so that nobody has to guess when a page is done. */
    private static final String PAGE = """
            <script>
              const said = [];
              const say = word => {
                said.push(word);
                if (said.length === 4) fetch('/open/done/' + said.sort().join(','));
              };
              say('page-' + performance.getEntriesByType('navigation')[0].nextHopProtocol);

              const events = new EventSource('/open/events');
              events.onmessage = event => {
                if (event.data === 'first') fetch('/open/heard');
                else { say('event-' + event.data); events.close(); }
              };

              const socket = new WebSocket('wss://yes.test/live');
              socket.onopen = () => socket.send('x'.repeat(100000));
              socket.onmessage = message => { say('socket-' + message.data.length); socket.close(); };

              const refused = new WebSocket('wss://yes.test/other');
              refused.onerror = () => say('refused');
            </script>
            """;

    private static final String SERVER = """
            const fs = require('fs');
            const http2 = require('http2');
            const { WebSocketServer } = require('ws');

            const own = { allowHTTP1: true, cert: fs.readFileSync('chain.pem'), key: fs.readFileSync('key.pem') };
            let events;
            const server = http2.createSecureServer(own, (request, answer) => {
              if (request.url === '/open/page') {
                answer.setHeader('Content-Type', 'text/html');
                answer.end(fs.readFileSync('page.html'));
              } else if (request.url === '/open/events') {
                answer.setHeader('Content-Type', 'text/event-stream');
                answer.write('data: first\\n\\n');
                events = answer;
              } else {
                if (request.url === '/open/heard') events.end('data: second\\n\\n');
                if (request.url.startsWith('/open/done/')) console.log(request.url);
                answer.end();
              }
            });
            new WebSocketServer({ server }).on('connection', socket =>
              socket.on('message', (message, binary) => socket.send(message, { binary })));
            server.listen(0, '127.0.0.1', () => console.log(server.address().port));
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aPageOverHttp2HearsItsEventsOneByOneAndTalksOverAWebSocket() throws Exception {
        require("chromium");
        require("certutil");
        Path node = require("node");
        Files.writeString(folder.resolve("page.html"), PAGE);
        Files.writeString(folder.resolve("server.cjs"), SERVER);
        var leaf = EnvSandbox.leaf();
        Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
        Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
        try (Client server = Client.start(folder, NodePackages.variables(), List.of(node.toString(), "server.cjs"))) {
            String port = server.awaitOutput(out -> out.endsWith("\n"), SOON).strip();
            String[] grants = {"https://yes.test/open/**", "wss://yes.test/live"};
            try (var sandbox = EnvSandbox.startForBrowserBefore(folder, "127.0.0.1:" + port, grants);
                    Client _ = browser(sandbox)) {
                assertThat(server.awaitOutput(out -> out.contains("/open/done/"), SOON)
                                .lines())
                        .last()
                        .isEqualTo("/open/done/event-second,page-h2,refused,socket-100000");
                assertThat(sandbox.verdicts("/other")).containsExactly("deny no_grant");
            }
        }
    }

    private static Client browser(EnvSandbox sandbox) {
        return sandbox.start(
                Map.of(),
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--remote-debugging-port=0", // keeps it running
                "https://yes.test/open/page");
    }
}
