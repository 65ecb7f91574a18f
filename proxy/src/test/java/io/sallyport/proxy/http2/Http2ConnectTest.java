package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.Http2Limits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.FrameClient.Frame;
import io.sallyport.proxy.support.Http2Listener;
import io.sallyport.proxy.support.StreamTunnel;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of HTTP/2 may try at the proxy itself: tunnels that are wrong, many, unread or cut. */
class Http2ConnectTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int CONNECT_ERROR = 10;

    /** Two event loops share them out: five connections and streams on each. */
    private static final ProxyLimits FEW = new ProxyLimits(
            HeadLimits.REQUEST,
            HeadLimits.RESPONSE,
            new ConnectionLimits(
                    10, 10, 3, Duration.ofMinutes(5), Duration.ofSeconds(1), 65_536, Duration.ofSeconds(3), 0),
            UpstreamLimits.DEFAULT,
            GuessLimits.DEFAULT,
            Http2Limits.DEFAULT,
            WebSocketLimits.DEFAULT,
            ProxyLimits.DEFAULT.judgedBodyBytes(),
            ProxyLimits.DEFAULT.signedBodyBytes());

    @TempDir
    private Path folder;

    private final TestCa ca = TestCa.create("Test CA", InstantSource.system());
    private final Origin echo = Origin.echo();
    private final CompletableFuture<String> heardOfTheEnd = new CompletableFuture<>();
    private final Origin breaking = Origin.raw(channel -> channel.pipeline().addLast(new Breaking()));
    private final Origin endless = Origin.plain(_ -> new Answer.Endless());
    private final Origin secure = Origin.tls(ca.leaf("a.test"), Answer::echo);
    private Http2Listener listener;
    private Sandbox sandbox;

    @BeforeEach
    void start() throws Exception {
        listener = new Http2Listener(
                folder,
                TlsProvider.preferred(),
                ca,
                Map.of(
                        "echo.test:7",
                        at(echo),
                        "breaking.test:7",
                        at(breaking),
                        "endless.test:80",
                        at(endless),
                        "a.test:443",
                        at(secure)),
                FEW);
        sandbox = listener.gateway.add("sb-1", Http2ConnectTest::judge);
        listener.gateway.add("sb-2", TestSandboxes.hosts());
    }

    /** Resets the connection at the word, and says how a client's side of it ended. */
    private final class Breaking extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            String heard = ((ByteBuf) message).toString(StandardCharsets.US_ASCII);
            ReferenceCountUtil.release(message);
            if (heard.equals("reset")) {
                ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
                var _ = ctx.close();
            } else {
                var _ = ctx.writeAndFlush(ctx.alloc().buffer().writeByte('.'));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            heardOfTheEnd.complete("reset");
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            heardOfTheEnd.complete("closed");
        }
    }

    private static Decision judge(CanonicalRequest request) {
        boolean isTunnel = request.kind() == RequestKind.CONNECT;
        if (request.host().text().equals("a.test")) {
            return TestSandboxes.allow(isTunnel ? new Obligations(true, Set.of(), null, Set.of()) : Obligations.NONE);
        }
        return isTunnel
                        && request.scheme() == Scheme.TCP
                        && !request.host().text().equals("other.test")
                ? TestSandboxes.allow(Obligations.NONE)
                : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    private static String at(Origin origin) {
        return "127.0.0.1:" + origin.address().getPort();
    }

    @AfterEach
    void close() {
        listener.close();
        echo.close();
        breaking.close();
        endless.close();
        secure.close();
    }

    private static void opened(FrameClient client, int stream, String authority, String... more) throws IOException {
        Http2Listener.connect(client, stream, authority, "sb-1", more);
        assertThat(client.await(FrameClient.HEADERS).fields()).containsEntry(":status", "200");
    }

    private static String hear(FrameClient client, int bytes) throws IOException {
        StringBuilder heard = new StringBuilder();
        while (heard.length() < bytes) {
            heard.append(client.await(FrameClient.DATA).payload());
        }
        return heard.toString();
    }

    private static String hearToTheEnd(FrameClient client) throws IOException {
        StringBuilder heard = new StringBuilder();
        Frame next = client.await(FrameClient.DATA);
        while (!next.endsStream()) {
            heard.append(next.payload());
            next = client.await(FrameClient.DATA);
        }
        return heard.append(next.payload()).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":scheme=https",
                ":path=/",
                ":protocol=connect-udp",
                ":authority=echo.test:7",
                "content-length=3",
                "host=other.test:7",
                "transfer-encoding=chunked",
                "connection=close"
            })
    void aTunnelIsAskedForByItsAuthorityAlone(String field) throws Exception {
        String name = field.substring(0, field.indexOf('='));
        String value = field.substring(field.indexOf('=') + 1);
        try (FrameClient client = listener.open()) {
            String[] connect = {":method", "CONNECT", ":authority", "echo.test:7", name, value};
            String[] all = Arrays.copyOf(connect, connect.length + 2);
            all[connect.length] = "proxy-authorization";
            all[connect.length + 1] = Http2Listener.credentials("sb-1");
            client.headers(1, false, all);
            assertThat(client.answer(1).status()).isEqualTo("400");
            assertThat(client.await(FrameClient.RESET).code()).isZero();
        }
        assertThat(listener.gateway.audit.records()).hasSize(1);
        assertThat(echo.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user@echo.test:7",
                "sb-1:token@echo.test:7",
                "echo.test",
                "echo.test:",
                "echo.test:7/",
                "http://echo.test:7",
                "/",
                "echo.test:7,a.test:443",
                "127.0.0.1:7 ",
                ""
            })
    void anAuthorityThatIsNoHostAndPortIsRefused(String authority) throws Exception {
        try (FrameClient client = listener.open()) {
            Http2Listener.connect(client, 1, authority, "sb-1");
            assertThat(client.answer(1).status()).isEqualTo("400");
        }
        assertThat(echo.connections()).isZero();
        assertThat(listener.gateway.audit.await(1).reason().verdict().name()).isEqualTo("REJECT");
    }

    @Test
    void bytesPassBothWaysAndEachHalfEndsAlone() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "echo.test:7", "content-type", "application/grpc");
            client.data(1, false, "hello");
            assertThat(hear(client, 5)).isEqualTo("hello");
            client.data(1, true, " again");
            assertThat(hearToTheEnd(client)).isEqualTo(" again");
        }
        AuditEvent end = listener.gateway.audit.await(2);
        assertThat(end.reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(end.request().bytesIn()).isEqualTo(11);
    }

    @Test
    void aRefusedTunnelSaysWhyAndLeavesTheConnection() throws Exception {
        try (FrameClient client = listener.open()) {
            Http2Listener.connect(client, 1, "other.test:443", "sb-1");
            client.data(1, false, "GET http://a.test/ HTTP/1.1\r\n\r\n");
            FrameClient.Answer refused = client.answer(1);
            assertThat(refused.status()).isEqualTo("403");
            assertThat(refused.body()).contains("\"reason\":\"no_grant\"", "other.test");
            assertThat(client.await(FrameClient.RESET).code()).isZero();
            opened(client, 3, "echo.test:7");
        }
        assertThat(listener.gateway.audit.records())
                .extracting(AuditEvent::reason)
                .startsWith(ReasonCode.NO_GRANT, ReasonCode.GRANTED);
    }

    @Test
    void tunnelsBeyondTheBoundOfConnectionsAreRefused() throws Exception {
        try (FrameClient client = listener.open()) {
            for (int stream = 1; stream < 9; stream += 2) {
                opened(client, stream, "echo.test:7");
            }
            Http2Listener.connect(client, 9, "echo.test:7", "sb-1");
            Frame refused = client.await(FrameClient.RESET);
            assertThat(refused.stream()).isEqualTo(9);
            assertThat(refused.code()).isEqualTo(REFUSED_STREAM);
            client.data(1, false, "still");
            assertThat(hear(client, 5)).isEqualTo("still");
        }
        echo.awaitClosed(4, SOON);
    }

    @Test
    void aTunnelThatIsNotReadHoldsItsWindowAndLittleMore() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "endless.test:80");
            client.data(1, false, "GET / HTTP/1.1\r\nHost: endless.test\r\n\r\n");
            hear(client, 65_535);
            client.window(0, 1 << 20);
            opened(client, 3, "echo.test:7");
            client.data(3, false, "hello");
            assertThat(hear(client, 5)).isEqualTo("hello");
            assertThat(sandbox.admission().buffers().used()).isBetween(1L, 2L << 20);
            client.send(FrameClient.RESET, 0, 1, new byte[] {0, 0, 0, CANCEL});
            endless.awaitClosed(1, SOON);
        }
        echo.awaitClosed(1, SOON);
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void aTunnelThatIsCutShortIsResetAndDoesNotLookWhole() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "endless.test:80");
            client.data(1, false, "GET / HTTP/1.1\r\nHost: endless.test\r\n\r\n");
            hear(client, 65_535);
            TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
            listener.gateway.server.policyChanged(sandbox.id());
            Frame next = client.next();
            while (next.type() != FrameClient.RESET) {
                assertThat(next.endsStream()).isFalse();
                next = client.next();
            }
            assertThat(next.code()).isEqualTo(CANCEL);
        }
    }

    @Test
    void aTargetThatBreaksOffResetsTheStream() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "breaking.test:7");
            client.data(1, false, "reset");
            assertThat(client.await(FrameClient.RESET).code()).isEqualTo(CONNECT_ERROR);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamThatBreaksOffBreaksOffTheTarget(boolean alone) throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "breaking.test:7");
            client.data(1, false, "half of it");
            hear(client, 1);
            if (alone) {
                client.send(FrameClient.RESET, 0, 1, new byte[] {0, 0, 0, CANCEL});
                assertThat(heardOfTheEnd.get(20, TimeUnit.SECONDS)).isEqualTo("reset");
            }
        }
        assertThat(heardOfTheEnd.get(20, TimeUnit.SECONDS)).isEqualTo("reset");
    }

    @Test
    void bytesBeforeThe200AreTheTunnels() throws Exception {
        try (FrameClient client = listener.open()) {
            listener.gateway.audit.hold();
            Http2Listener.connect(client, 1, "echo.test:7", "sb-1");
            client.data(1, false, "early");
            listener.gateway.audit.await(1);
            listener.gateway.audit.release();
            assertThat(hear(client, 5)).isEqualTo("early");
        }
    }

    @Test
    void aStreamThatIsResetBeforeThe200HasItsRecordAndNoTunnel() throws Exception {
        try (FrameClient client = listener.open()) {
            listener.gateway.audit.hold();
            Http2Listener.connect(client, 1, "echo.test:7", "sb-1");
            listener.gateway.audit.await(1);
            client.send(FrameClient.RESET, 0, 1, new byte[] {0, 0, 0, CANCEL});
            assertThat(listener.gateway.audit.await(2).reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
            listener.gateway.audit.release();
            echo.awaitClosed(1, SOON);
        }
    }

    @Test
    void evidenceOfCertificateAndCredentialsMustAgreeOnEachStream() throws Exception {
        try (FrameClient client = listener.open(ca.clientLeaf("sallyport:sandbox:sb-1"))) {
            Http2Listener.connect(client, 1, "echo.test:7", "sb-2");
            FrameClient.Answer refused = client.answer(1);
            assertThat(refused.status()).isEqualTo("407");
            assertThat(refused.body()).contains("identity_conflict");
            client.headers(3, false, ":method", "CONNECT", ":authority", "echo.test:7");
            Frame answer = client.await(FrameClient.HEADERS);
            assertThat(answer.fields()).containsEntry(":status", "200");
        }
    }

    @Test
    void aClientThatShowsNoIdentityTooOftenHasToComeAgain() throws Exception {
        try (FrameClient client = listener.open()) {
            for (int stream = 1; stream < 7; stream += 2) {
                client.headers(stream, false, ":method", "CONNECT", ":authority", "echo.test:7");
                assertThat(client.answer(stream).status()).isEqualTo("407");
            }
            assertThat(client.await(FrameClient.GOAWAY).code()).isZero();
            assertThatThrownBy(client::next).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aNewPolicyEndsATunnelAndNotItsNeighbour() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "echo.test:7");
            opened(client, 3, "a.test:443");
            TestSandboxes.change(
                    sandbox,
                    null,
                    request -> request.host().text().equals("a.test")
                            ? judge(request)
                            : Decision.Deny.of(ReasonCode.NO_GRANT));
            listener.gateway.server.policyChanged(sandbox.id());
            Frame ended = client.await(FrameClient.DATA);
            assertThat(ended.stream()).isEqualTo(1);
            assertThat(ended.endsStream()).isTrue();
            client.data(1, true, "");
            Http2Listener.connect(client, 5, "echo.test:7", "sb-1");
            assertThat(client.answer(5).status()).isEqualTo("403");
        }
        assertThat(listener.gateway.audit.await(3).reason()).isEqualTo(ReasonCode.POLICY_CHANGED);
    }

    @Test
    void aSandboxThatIsTakenAwayLosesItsTunnels() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "echo.test:7");
            listener.gateway.sandboxes.remove("sb-1");
            listener.gateway.server.removed(sandbox.id());
            assertThat(client.await(FrameClient.DATA).endsStream()).isTrue();
        }
        assertThat(listener.gateway.audit.await(2).reason()).isEqualTo(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void drainingLeavesTheConnectionAndLetsItsTunnelsEnd() throws Exception {
        try (FrameClient client = listener.open()) {
            opened(client, 1, "echo.test:7");
            var drained = listener.gateway.server.close(SOON);
            assertThat(client.await(FrameClient.GOAWAY).code()).isZero();
            client.data(1, true, "last");
            assertThat(hearToTheEnd(client)).isEqualTo("last");
            drained.toCompletableFuture().join();
        }
    }

    @Test
    void aFloodEndsTheConnectionAndIsRecorded() throws Exception {
        try (FrameClient client = listener.open()) {
            var flood = new ByteArrayOutputStream();
            for (int i = 0; i < 3_000; i++) {
                flood.writeBytes(FrameClient.frame(FrameClient.PING, 0, 0, new byte[8]));
            }
            assertThatThrownBy(() -> {
                        client.raw(flood.toByteArray());
                        assertThat(client.await(FrameClient.GOAWAY).code()).isNotZero();
                        client.next();
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(listener.gateway.audit.await(1).reason()).isEqualTo(ReasonCode.RATE_LIMITED);
    }

    @Test
    void whatComesBeforeThe200IsReadAsTls() throws Exception {
        try (FrameClient client = listener.open()) {
            Http2Listener.connect(client, 1, "a.test:443", "sb-1");
            try (StreamTunnel tunnel = new StreamTunnel(client);
                    SSLSocket tls = listener.gateway.tls(tunnel.socket(), "sb-1", "a.test");
                    FrameClient inside = new FrameClient(tls)) {
                inside.get(1, "a.test", "/early");
                assertThat(inside.answer(1).body()).contains("GET /early");
            }
        }
    }
}
