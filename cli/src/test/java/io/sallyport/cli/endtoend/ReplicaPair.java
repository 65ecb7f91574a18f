package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.TcpRelay;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** Two gateways that share sandboxes through one Redis, the first by a relay, and a target for {@code yes.test}. */
final class ReplicaPair implements AutoCloseable {
    static final SandboxId SB = new SandboxId("sb-1");
    static final String GRANTED = "http://yes.test/**";

    final RedisServer redis;
    final TcpRelay relay;
    final Rig one;
    final Rig two;
    private final Path folder;
    private final Origin origin;

    /** @param limits further keys of {@code shared.redis} and of {@code shared.sandboxes} */
    ReplicaPair(Path folder, String... limits) throws IOException, StartException {
        require("curl");
        this.folder = folder;
        redis = store("redis");
        relay = TcpRelay.to(redis.port());
        origin = Origin.plain(_ -> Answer.text(200, "hello"));
        Files.writeString(folder.resolve("shared.key"), Base64.getEncoder().encodeToString(new byte[32]) + "\n");
        one = rig("one", relay.port(), limits);
        two = rig("two", redis.port(), limits);
        awaitReady(one);
        awaitReady(two);
    }

    /** A Redis in a folder of its own. */
    RedisServer store(String name, String... options) throws IOException {
        return RedisServer.start(require("redis-server"), Files.createDirectory(folder.resolve(name)), options);
    }

    private Rig rig(String name, int port, String... limits) throws IOException, StartException {
        return Rig.start(
                Files.createDirectory(folder.resolve(name)),
                Map.of("yes.test:80", origin.hostPort(), "yes.test:443", origin.hostPort()),
                """
                shared:
                  redis: {url: "redis://127.0.0.1:%d", %s}
                  sandboxes: {key_file: "%s", %s}
                """.formatted(port, limits[0], folder.resolve("shared.key"), limits[1]));
    }

    static void awaitReady(Rig rig) throws IOException {
        while (rig.admin().send("GET", "/readyz", null, Map.of()).status() != 200) {
            Thread.onSpinWait();
        }
    }

    static AdminClient.Reply get(Rig rig) throws IOException {
        return rig.admin().send("GET", "/v1/sandboxes/" + SB, null, Map.of());
    }

    static void awaitGone(Rig rig) throws IOException {
        while (get(rig).status() != 404) {
            Thread.onSpinWait();
        }
    }

    /** A tunnel through a gateway that has said that it is open. */
    static Socket tunnel(Rig rig, String token) throws IOException {
        Socket socket = sent(rig, token, "CONNECT yes.test:443 HTTP/1.1\r\nHost: yes.test:443\r\n");
        assertThat(head(socket)).startsWith("HTTP/1.1 200");
        return socket;
    }

    /** The status of a request on a connection of its own. */
    static int status(Rig rig, String token) throws IOException {
        try (Socket socket =
                sent(rig, token, "GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\nConnection: close\r\n")) {
            return Integer.parseInt(head(socket).substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        }
    }

    private static Socket sent(Rig rig, String token, String head) throws IOException {
        URI proxy = URI.create(rig.proxyUrl());
        var socket = new Socket(proxy.getHost(), proxy.getPort());
        String credentials = Base64.getEncoder().encodeToString((SB + ":" + token).getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream()
                .write((head + "Proxy-Authorization: Basic " + credentials + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String head(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        return head.toString();
    }

    /** Requests that the target got. */
    int passed() {
        return origin.received().size();
    }

    @Override
    public void close() throws IOException {
        one.close();
        two.close();
        origin.close();
        relay.close();
        redis.close();
    }
}
