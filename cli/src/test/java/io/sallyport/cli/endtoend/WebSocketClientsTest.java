package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.ArcpPeer;
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

/**
 * The package {@code websockets} of Python, by the env file alone, and Java's client, which needs a program for its
 * credentials; before a server of that package.
 */
class WebSocketClientsTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String LIVE = "wss://yes.test/live";

    private static final String SERVER = """
            import ssl
            from websockets.sync.server import serve

            def echo(socket):
                for message in socket:
                    socket.send(message)

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("chain.pem", "key.pem")
            with serve(echo, "127.0.0.1", 0, ssl=context, subprotocols=["chat"]) as server:
                print(server.socket.getsockname()[1], flush=True)
                server.serve_forever()
            """;

    private static final String CLIENT = """
            import sys
            from websockets.exceptions import ConnectionClosed, InvalidStatus
            from websockets.sync.client import connect

            try:
                with connect(sys.argv[1], subprotocols=["chat"]) as socket:
                    print(socket.subprotocol, socket.protocol.extensions)
                    for message in ["hello", "x" * 900_000, bytes(range(256))]:
                        socket.send(message)
                        assert socket.recv() == message
                    print("echoed", flush=True)
                    if len(sys.argv) > 2:
                        socket.recv()
                print("closed", socket.close_code)
            except InvalidStatus as refused:
                print(refused.response.status_code, refused.response.body.decode())
            except ConnectionClosed as closed:
                print("closed", closed.rcvd.code, closed.rcvd.reason)
            """;

    private static final String JAVA_CLIENT = """
            import java.net.Authenticator;
            import java.net.PasswordAuthentication;
            import java.net.URI;
            import java.net.http.HttpClient;
            import java.net.http.WebSocket;
            import java.net.http.WebSocketHandshakeException;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.CompletionException;
            import java.util.concurrent.CompletionStage;

            class Chat {
                private static final CompletableFuture<String> heard = new CompletableFuture<>();
                private static final CompletableFuture<Integer> closed = new CompletableFuture<>();

                private static final class Listener implements WebSocket.Listener {
                    private final StringBuilder text = new StringBuilder();

                    @Override
                    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
                        text.append(part);
                        if (last) {
                            heard.complete(text.toString());
                        }
                        socket.request(1);
                        return null;
                    }

                    @Override
                    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                        closed.complete(code);
                        return null;
                    }
                }

                private static final class OfProxy extends Authenticator {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        String[] user = URI.create(System.getenv("https_proxy")).getUserInfo().split(":", 2);
                        return new PasswordAuthentication(user[0], user[1].toCharArray());
                    }
                }

                public static void main(String[] url) {
                    HttpClient client = HttpClient.newBuilder().authenticator(new OfProxy()).build();
                    try {
                        WebSocket socket = client.newWebSocketBuilder()
                                .subprotocols("chat")
                                .buildAsync(URI.create(url[0]), new Listener())
                                .join();
                        String much = "x".repeat(100_000);
                        socket.sendText(much, true).join();
                        System.out.println(socket.getSubprotocol() + " " + much.equals(heard.join()));
                        socket.sendClose(1000, "").join();
                        System.out.println("closed " + closed.join());
                    } catch (CompletionException e) {
                        var refused = (WebSocketHandshakeException) e.getCause();
                        System.out.println("refused " + refused.getResponse().statusCode());
                    }
                }
            }
            """;

    @TempDir
    Path folder = Path.of("");

    private Map<String, String> packages = Map.of();
    private @Nullable Client server;
    private @Nullable EnvSandbox sandbox;

    @BeforeEach
    void serve() throws Exception {
        packages = Map.of("PYTHONPATH", ArcpPeer.packages().toString());
        Files.writeString(folder.resolve("server.py"), SERVER);
        Files.writeString(folder.resolve("client.py"), CLIENT);
        var leaf = EnvSandbox.leaf();
        Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
        Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
        Client started =
                Client.start(folder, packages, List.of(require("python3").toString(), "server.py"));
        server = started;
        String port = started.awaitOutput(out -> out.endsWith("\n"), SOON).strip();
        sandbox = EnvSandbox.startBefore(folder, "127.0.0.1:" + port, LIVE);
    }

    private EnvSandbox sandbox() {
        return Objects.requireNonNull(sandbox, "serve() runs first");
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

    @Test
    void messagesComeBackUncompressedAndItClosesInOrder() throws Exception {
        Client.Ended ended = sandbox().run(packages, "python3", "client.py", LIVE);
        assertThat(ended.out()).as(ended.err()).isEqualTo("chat []\nechoed\nclosed 1000\n");
        assertThat(sandbox().records("end").getFirst().path("detail").asString())
                .isEqualTo("sent 3 messages, received 3; closed by the client with 1000");
    }

    @Test
    void javaTalksClosesInOrderAndIsRefused() throws Exception {
        require("java");
        Files.writeString(folder.resolve("Chat.java"), JAVA_CLIENT);
        Client.Ended ended = sandbox().run("java", "Chat.java", LIVE);
        assertThat(ended.out()).as(ended.err()).isEqualTo("chat true\nclosed 1000\n");
        Client.Ended refused = sandbox().run("java", "Chat.java", "wss://yes.test/other");
        assertThat(refused.out()).as(refused.err()).isEqualTo("refused 403\n");
    }

    @Test
    void whatNoGrantNamesIsRefusedAsARequestIs() {
        Client.Ended ended = sandbox().run(packages, "python3", "client.py", "wss://yes.test/other");
        assertThat(ended.out())
                .as(ended.err())
                .startsWith("403 {")
                .contains("\"hint\":\"\\\"net.fetch\\\": [\\\"wss://yes.test/other\\\"]\"");
    }

    @Test
    void aNewPolicyClosesItAndSaysWhy() throws Exception {
        try (Client client = sandbox().start(packages, "python3", "client.py", LIVE, "wait")) {
            client.awaitOutput(out -> out.contains("echoed"), SOON);
            sandbox().grant("wss://yes.test/other");
            Client.Ended ended = client.await(SOON);
            String id = sandbox().records("http").getFirst().path("audit_id").asString();
            assertThat(ended.out())
                    .as(ended.err())
                    .contains("closed 1008 sallyport: policy_changed: " + id + ": the policy");
        }
    }
}
