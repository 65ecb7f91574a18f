package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.FrameClient.Frame;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A WebSocket on a stream of HTTP/2 (RFC 8441), which the target is asked for in HTTP/1.1. */
class Http2WebSocketTest {
    private static final String HELLO = Frames.ofServer(Frames.TEXT, "hello");
    private static final String SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Http2WebSocketTest::answer);
    private final InterceptingGateway gateway =
            new InterceptingGateway(TlsProvider.JDK, publicCa, Map.of("a.test:443", web.hostPort()));
    private final Sandbox sandbox = gateway.add("sb-1", Http2WebSocketTest::judge);

    private static Decision judge(CanonicalRequest request) {
        if (request.kind() == RequestKind.CONNECT) {
            return TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of()));
        }
        return request.scheme() == Scheme.WSS
                ? TestSandboxes.allow(Obligations.NONE)
                : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    private static Answer answer(ReceivedRequest request) {
        return new Answer.Raw(
                "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Accept: " + accept(request.header("Sec-WebSocket-Key"))
                        + "\r\nSec-WebSocket-Protocol: chat\r\n\r\n" + HELLO,
                false);
    }

    private static String accept(String key) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-1").digest((key + SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private FrameClient open() throws Exception {
        return new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"));
    }

    private static void ask(FrameClient client, boolean end, String protocol, String... more) throws Exception {
        List<String> fields = new ArrayList<>(List.of(
                ":method",
                "CONNECT",
                ":protocol",
                protocol,
                ":scheme",
                "https",
                ":authority",
                "a.test",
                ":path",
                "/live"));
        fields.addAll(List.of("sec-websocket-version", "13", "sec-websocket-protocol", "chat"));
        fields.addAll(List.of(more));
        client.headers(1, end, fields.toArray(String[]::new));
    }

    private static String hear(FrameClient client, int bytes) throws Exception {
        StringBuilder heard = new StringBuilder();
        while (heard.length() < bytes) {
            heard.append(client.await(FrameClient.DATA).payload());
        }
        return heard.toString();
    }

    private static String hearToTheEnd(FrameClient client) throws Exception {
        StringBuilder heard = new StringBuilder();
        Frame next = client.await(FrameClient.DATA);
        while (!next.endsStream()) {
            heard.append(next.payload());
            next = client.await(FrameClient.DATA);
        }
        return heard.append(next.payload()).toString();
    }

    @Test
    void isOfferedJudgedRelayedAndEnded() throws Exception {
        try (FrameClient client = open()) {
            assertThat(client.await(FrameClient.SETTINGS).payload()).contains("\0\u0008\0\0\0\u0001");
            ask(client, false, "websocket");
            Frame head = client.await(FrameClient.HEADERS);
            assertThat(head.fields()).containsEntry(":status", "200").containsEntry("sec-websocket-protocol", "chat");
            assertThat(head.fields()).doesNotContainKey("sec-websocket-accept");
            assertThat(hear(client, HELLO.length())).isEqualTo(HELLO);
            client.data(1, false, Frames.ofClient(0x03, 1, "x"));
            assertThat(hear(client, 2)).startsWith(Frames.head(0x88, 0, 2).substring(0, 1));
        }
        assertThat(web.received().getFirst().header("Upgrade")).isEqualTo("websocket");
        assertThat(gateway.audit.records().get(1).request().scheme()).isEqualTo("wss");
        assertThat(gateway.audit.records().get(2).reason()).isEqualTo(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void anotherVersionIsToldWhichIsServed() throws Exception {
        try (FrameClient client = open()) {
            client.headers(
                    1,
                    false,
                    List.of(
                                    ":method",
                                    "CONNECT",
                                    ":protocol",
                                    "websocket",
                                    ":scheme",
                                    "https",
                                    ":authority",
                                    "a.test",
                                    ":path",
                                    "/live",
                                    "sec-websocket-version",
                                    "8")
                            .toArray(String[]::new));
            assertThat(client.await(FrameClient.HEADERS).fields())
                    .containsEntry(":status", "426")
                    .containsEntry("sec-websocket-version", "13")
                    .doesNotContainKeys("upgrade", "connection");
        }
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aNewPolicyClosesItAndItsStream() throws Exception {
        try (FrameClient client = open()) {
            ask(client, false, "websocket");
            hear(client, HELLO.length());
            TestSandboxes.change(sandbox, null, TestSandboxes.hosts("b.test"));
            gateway.server.policyChanged(sandbox.id());
            assertThat(hear(client, 2)).contains("sallyport: policy_changed: ");
            client.data(1, false, Frames.closeOfClient(1008, ""));
            assertThat(hearToTheEnd(client)).isEmpty();
            assertThat(client.await(FrameClient.RESET).code()).isZero();
        }
    }

    @Test
    void aStreamThatEndsWithoutACloseFrameEndsIt() throws Exception {
        try (FrameClient client = open()) {
            ask(client, false, "websocket");
            hear(client, HELLO.length());
            client.data(1, true, "");
            assertThat(hearToTheEnd(client)).contains("client_closed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"connect-udp", "webtransport", "WebSocket", ""})
    void noOtherProtocolIsServed(String protocol) throws Exception {
        try (FrameClient client = open()) {
            ask(client, false, protocol);
            assertThat(client.await(FrameClient.HEADERS).fields()).containsEntry(":status", "400");
        }
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aStreamThatHasEndedOrHasABodyOpensNone() throws Exception {
        try (FrameClient client = open()) {
            ask(client, true, "websocket");
            assertThat(client.await(FrameClient.HEADERS).fields()).containsEntry(":status", "400");
        }
        try (FrameClient client = open()) {
            ask(client, false, "websocket", "sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
            assertThat(client.await(FrameClient.HEADERS).fields()).containsEntry(":status", "400");
        }
        assertThat(web.received()).isEmpty();
    }
}
