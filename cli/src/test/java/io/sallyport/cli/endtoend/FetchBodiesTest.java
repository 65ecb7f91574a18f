package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Bodies for the fetch endpoint that arrive through the proxy and do not end. */
@Timeout(120)
class FetchBodiesTest {
    private static final int MOST = 64;
    private static final String HARNESS = """
            agent: agents/coder.md
            role: coder
            allowed_remote_resources: ["https://github.com/acme/"]
            allow_runtime_fetch: true
            """;
    private static final String WANTED = "HTTP/1.1 100 Continue";
    private static final String LONG = "Content-Length: 1048576";
    private static final String CHUNKED = "Transfer-Encoding: chunked";

    @TempDir
    private Path folder = Path.of("");

    private final List<Asked> all = new ArrayList<>();

    /** A request whose head waits for 100 Continue before it sends its body. */
    private static final class Asked implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        private Asked(JsonNode sandbox, String framing) throws IOException {
            URI proxy = URI.create(sandbox.path("env").path("HTTP_PROXY").asString());
            socket = new Socket(proxy.getHost(), proxy.getPort());
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            String user = Base64.getEncoder().encodeToString(proxy.getUserInfo().getBytes(UTF_8));
            String token = sandbox.path("fetch").path("token").asString();
            say(String.join(
                    "\r\n",
                    "POST http://sallyport.internal/fetch HTTP/1.1",
                    "Host: sallyport.internal",
                    "Proxy-Authorization: Basic " + user,
                    "Authorization: Bearer " + token,
                    "Expect: 100-continue",
                    framing,
                    "\r\n"));
        }

        private void say(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(US_ASCII));
        }

        /** Returns the first line of the next answer. */
        private String hear() throws IOException {
            String status = in.readLine();
            for (String line = status; line != null && !line.isEmpty(); line = in.readLine()) {}
            return String.valueOf(status);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Asked one : all) {
            one.close();
        }
    }

    @Test
    void oneSandboxHasItsShareOfThemAndAShortOneNeedsNone() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            JsonNode first = put(rig, Rig.SB);
            JsonNode second = put(rig, Rig.OTHER);
            for (int i = 0; i < MOST; i++) {
                assertThat(ask(first, i % 2 == 0 ? LONG : CHUNKED).hear()).isEqualTo(WANTED);
            }
            assertThat(ask(first, LONG).hear()).startsWith("HTTP/1.1 429 ");
            assertThat(ask(first, CHUNKED).hear()).startsWith("HTTP/1.1 429 ");
            assertThat(rig.records("fetch").getLast().path("reason").asString()).isEqualTo("rate_limited");
            assertThat(ask(second, LONG).hear()).as("another's").isEqualTo(WANTED);
            Asked small = ask(first, "Content-Length: 2");
            assertThat(small.hear()).as("of one that fits a fetch").isEqualTo(WANTED);
            small.say("{}");
            assertThat(small.hear()).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void oneThatEndsOrIsGivenUpMakesRoomForTheNext() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            JsonNode sandbox = put(rig, Rig.SB);
            for (int i = 0; i < MOST; i++) {
                assertThat(ask(sandbox, CHUNKED).hear()).isEqualTo(WANTED);
            }
            all.get(0).say("2\r\n{}\r\n0\r\n\r\n");
            assertThat(all.get(0).hear()).as("whole").startsWith("HTTP/1.1 400 ");
            assertThat(ask(sandbox, CHUNKED).hear()).isEqualTo(WANTED);
            all.get(1).say("no chunk\r\n");
            assertThat(all.get(1).hear()).as("broken").startsWith("HTTP/1.1 400 ");
            assertThat(ask(sandbox, CHUNKED).hear()).isEqualTo(WANTED);
            all.get(2).close();
            while (!ask(sandbox, CHUNKED).hear().equals(WANTED)) {}
        }
    }

    private Asked ask(JsonNode sandbox, String framing) throws IOException {
        var asked = new Asked(sandbox, framing);
        all.add(asked);
        return asked;
    }

    private static JsonNode put(Rig rig, SandboxId id) throws IOException {
        var documents = SandboxDocuments.builder().harness(HARNESS).run("run-7").build();
        var reply = rig.put(id, documents);
        assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
        return reply.body();
    }
}
