package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A network policy in a PUT, and what the real listener then permits. */
class NetworkPolicyTest {
    private static final String TCP = policy("{host: db.test, port: 5432, protocol: tcp}");
    private static final String L4 = policy("{host: db.test, port: 5432}");
    private static final int PATIENCE_MILLIS = 60_000;

    /** A TLS hello whose name is hidden, as an unreadable record: 16 bytes of a handshake. */
    private static final String ODD_HELLO = "\u0016\u0003\u0001\u0000\u0010\u0001\u0000\u0000\u000codd hello!..";

    @TempDir
    Path folder = Path.of("");

    private final Origin echo = Origin.echo();
    private final Origin greeting = Origin.raw(channel -> channel.pipeline().addLast(new Greeter()));

    @AfterEach
    void close() {
        echo.close();
        greeting.close();
    }

    /** Sends first, as mail and database servers do. */
    private static final class Greeter extends ChannelInboundHandlerAdapter {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a test that receives nothing fails
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(Unpooled.copiedBuffer("220 hello\r\n", StandardCharsets.US_ASCII));
        }
    }

    @Test
    void aTunnelByTcpCarriesAnythingAndIsRecordedAsSuch() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, null, TCP);
            for (String bytes : new String[] {"\u0000raw", "GET / HTTP/1.1\r\nHost: other.test\r\n\r\n", ODD_HELLO}) {
                try (Socket tunnel = connect(variables, "db.test:5432", bytes)) {
                    assertThat(hear(tunnel, bytes.length())).isEqualTo(bytes);
                }
            }
            assertThat(rig.requests()).hasSize(3).allSatisfy(record -> {
                assertThat(record.path("scheme").asString()).isEqualTo("tcp");
                assertThat(record.path("rule").asString()).isEqualTo("policy:r.endpoints[0]");
                assertThat(record.path("inspected").asBoolean(true)).isFalse();
            });
        }
    }

    @Test
    void theTargetMaySpeakFirst() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, null, policy("{host: mail.test, port: 25, protocol: tcp}"));
            try (Socket tunnel = connect(variables, "mail.test:25", "")) {
                assertThat(hear(tunnel, 11)).isEqualTo("220 hello\r\n");
            }
        }
    }

    @Test
    void aTunnelForSshCarriesNothingElse() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, null, policy("{host: db.test, port: 443, protocol: tcp+ssh}"));
            try (Socket tunnel = connect(variables, "db.test:443", "SSH-2.0-x\r\n")) {
                assertThat(hear(tunnel, 11)).isEqualTo("SSH-2.0-x\r\n");
            }
            try (Socket tunnel = connect(variables, "db.test:443", ODD_HELLO)) {
                assertThat(tunnel.getInputStream().read()).isNegative();
            }
            assertThat(answer(variables, "db.test:22")).startsWith("HTTP/1.1 403 Denied: no_grant");
            assertThat(rig.requests().getFirst().path("scheme").asString()).isEqualTo("tcp+ssh");
            assertThat(rig.records("end").getLast().path("reason").asString()).isEqualTo("tls_malformed");
        }
    }

    @Test
    void withoutTcpATunnelCarriesTlsOrHttpAlone() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, null, L4);
            try (Socket tunnel = connect(variables, "db.test:5432", "\u0000raw")) {
                assertThat(tunnel.getInputStream().read()).isNegative();
            }
            assertThat(rig.put(Rig.SB, documents(null, TCP)).status()).isEqualTo(200);
            assertThat(answer(variables, "other.test:5432")).startsWith("HTTP/1.1 403 Denied: no_grant");
            assertThat(rig.lastRequest().path("scheme").asString()).isEqualTo("https");
            assertThat(rig.records("end").getLast().path("reason").asString()).isEqualTo("protocol_mismatch");
        }
    }

    @Test
    void aLeaseIsACeilingThatHoldsNoTcp() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, "{\"net.fetch\": [\"**\", \"https://*:*/**\"]}", TCP);
            assertThat(answer(variables, "db.test:5432")).startsWith("HTTP/1.1 403 Denied: no_grant");
            assertThat(rig.put(Rig.SB, documents("{\"net.fetch\": [\"https://db.test:*/**\"]}", L4))
                            .status())
                    .isEqualTo(200);
            assertThat(answer(variables, "db.test:5432")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aGuardrailThatLooksIntoRequestsClosesTunnelsByTcp() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, null, TCP);
            String deny = "deny contains {\"rule\": \"r\", \"message\": \"m\"} if input.net.method == \"TRACE\"";
            var rego = Map.of("g.rego", "package sallyport.guardrails\n" + deny + "\n");
            assertThat(rig.admin().putGuardrails(rego).status()).isEqualTo(200);
            assertThat(answer(variables, "db.test:5432")).startsWith("HTTP/1.1 403 Denied: needs_interception");
        }
    }

    @Test
    void aPolicyThatIsTakenAwayEndsItsTunnels() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = put(rig, null, TCP);
            try (Socket tunnel = connect(variables, "db.test:5432", "x")) {
                assertThat(hear(tunnel, 1)).isEqualTo("x");
                assertThat(rig.put(Rig.SB, documents(null, L4)).status()).isEqualTo(200);
                assertThat(tunnel.getInputStream().read()).isNegative();
            }
            // The log is written in order, and a refusal waits for its own line.
            assertThat(answer(variables, "other.test:1")).startsWith("HTTP/1.1 403 ");
            assertThat(rig.records("end").getLast().path("reason").asString()).isEqualTo("policy_changed");
        }
    }

    @Test
    void aPolicyThatDoesNotLoadSaysWhere() throws IOException, StartException {
        try (Rig rig = rig()) {
            AdminClient.Reply reply =
                    rig.put(Rig.SB, documents(null, policy("{host: a.test, port: 1, protocol: mcp}")));
            JsonNode first = reply.body().path("diagnostics").path(1);
            assertThat(reply.status()).isEqualTo(422);
            assertThat(first.toString()).contains("MISSING_KEY", "mcp wants rules");
            assertThat(first.path("line").asInt()).isEqualTo(5);
        }
    }

    private Rig rig() throws IOException, StartException {
        return Rig.start(folder, Map.of("db.test", echo.hostPort(), "mail.test", greeting.hostPort()));
    }

    private static String policy(String endpoint) {
        return "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n      - " + endpoint + "\n";
    }

    private static SandboxDocuments documents(@Nullable String lease, String policy) {
        return SandboxDocuments.builder().lease(lease).policy(policy).build();
    }

    private static Map<String, String> put(Rig rig, @Nullable String lease, String policy) throws IOException {
        AdminClient.Reply reply = rig.put(Rig.SB, documents(lease, policy));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    /** Opens a tunnel and consumes its 200; {@code early} is sent together with the CONNECT. */
    private static Socket connect(Map<String, String> variables, String target, String early) throws IOException {
        Socket socket = open(variables, target, early);
        String established = "HTTP/1.1 200 Connection established\r\n\r\n";
        assertThat(hear(socket, established.length())).isEqualTo(established);
        return socket;
    }

    private static String answer(Map<String, String> variables, String target) throws IOException {
        try (Socket socket = open(variables, target, "")) {
            return hear(socket, 45);
        }
    }

    private static Socket open(Map<String, String> variables, String target, String early) throws IOException {
        URI proxy = URI.create(String.valueOf(variables.get("HTTPS_PROXY")));
        Socket socket = new Socket(proxy.getHost(), proxy.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String pair = Base64.getEncoder().encodeToString(proxy.getUserInfo().getBytes(StandardCharsets.UTF_8));
        String head = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\nProxy-Authorization: Basic " + pair;
        socket.getOutputStream().write((head + "\r\n\r\n" + early).getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String hear(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }
}
