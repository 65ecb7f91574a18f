package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.ClientFault;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestAdmission;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests inside HTTPS are judged one by one; over real sockets, with both TLS providers. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class InterceptionTest {
    private static final Obligations INTERCEPT = new Obligations(true, Set.of(), null, Set.of());

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Answer::echo);
    private final Origin impostor = Origin.tls(publicCa.leaf("other.test"), Answer::echo);
    private final Origin cutting =
            Origin.rawTls(publicCa.leaf("c.test"), channel -> channel.pipeline().addLast(new BreakingOff()));
    private final InterceptingGateway gateway;

    InterceptionTest(TlsProvider provider) {
        gateway = new InterceptingGateway(
                provider,
                publicCa,
                Map.of(
                        "a.test:443",
                        web.hostPort(),
                        "b.test:443",
                        impostor.hostPort(),
                        "o.test:443",
                        web.hostPort(),
                        "c.test:443",
                        cutting.hostPort()));
        gateway.add("sb-1", InterceptionTest::judge);
        gateway.add("sb-2", InterceptionTest::judge);
    }

    private static Decision judge(CanonicalRequest request) {
        if (request.kind() == RequestKind.CONNECT) {
            boolean opaque = request.host().text().equals("o.test");
            return TestSandboxes.allow(opaque ? Obligations.NONE : INTERCEPT);
        }
        CanonicalPath path = request.path();
        boolean open = path != null && path.text().startsWith("/open");
        return open ? TestSandboxes.allow(Obligations.NONE) : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
        impostor.close();
        cutting.close();
    }

    private SSLSocket open(String host) throws Exception {
        return gateway.tls(gateway.tunnel("sb-1", host + ":443"), "sb-1", host);
    }

    private static void say(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String get(String path, String host) {
        return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    }

    /** Reads one answer with a Content-Length. */
    private static String hear(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return head + "(end)";
            }
            head.append((char) next);
        }
        String length = head.toString().replaceAll("(?is).*content-length: (\\d+)\r\n.*", "$1");
        return head + new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.ISO_8859_1);
    }

    @Test
    void eachRequestInsideIsJudgedByItsPath() throws Exception {
        try (SSLSocket socket = open("a.test")) {
            say(socket, get("/open/1", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 200 OK");
            say(socket, get("/closed", "a.test"));
            assertThat(hear(socket))
                    .startsWith("HTTP/1.1 403 Denied: no_grant\r\n")
                    .contains("\"path\":\"/closed\"");
            say(socket, get("/open/2", "a.test:443"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 200 OK");
        }
        assertThat(web.received()).extracting(received -> received.path()).containsExactly("/open/1", "/open/2");
        assertThat(web.connections()).isEqualTo(1);
        AuditEvent end = gateway.audit.await(5);
        assertThat(gateway.audit.records())
                .extracting(AuditEvent::kind)
                .containsExactly("connect", "http", "http", "http", "end");
        assertThat(gateway.audit.records())
                .allMatch(record -> Boolean.TRUE.equals(record.request().inspected()));
        assertThat(end.reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void nothingIsDialledBeforeARequestInsideIsLetThrough() throws Exception {
        try (SSLSocket socket = open("a.test")) {
            say(socket, get("/closed", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 403 ");
            assertThat(web.connections()).isZero();
        }
    }

    @Test
    void aRequestForAnotherAuthorityInsideIs421AndNotDialled() throws Exception {
        try (SSLSocket socket = open("a.test")) {
            say(socket, get("/open", "o.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 421 Denied: authority_mismatch\r\n");
            say(socket, get("https://o.test/open", "o.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 421 Denied: authority_mismatch\r\n");
            say(socket, get("http://a.test/open", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 421 Denied: authority_mismatch\r\n");
            say(socket, "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n");
            assertThat(hear(socket)).startsWith("HTTP/1.1 403 Denied: method_refused\r\n");
            say(socket, get("https://a.test/open", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 200 ");
        }
        assertThat(web.received()).hasSize(1);
    }

    @Test
    void anotherServerNameThanTheConnectHostEndsTheTunnel() throws Exception {
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "o.test")) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
        }
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "o.test:443"), "sb-1", "a.test")) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
        }
        gateway.audit.await(4);
        assertThat(gateway.audit.records())
                .filteredOn(record -> record.kind().equals("end"))
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.SNI_MISMATCH, ReasonCode.SNI_MISMATCH);
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aClientThatOffersNothingThatIsSpokenIsToldSo() throws Exception {
        try (SSLSocket socket = open("a.test")) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h3"});
            socket.setSSLParameters(parameters);
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("no_application_protocol");
        }
        assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.ALPN_REFUSED);
        assertThat(denials()).contains("\"reason\":\"alpn_refused\"", "\"diagnosis\":\"no_http_offered\"");
    }

    @Test
    void aClientThatOffersHttp1AloneIsServedIt() throws Exception {
        try (SSLSocket socket = open("a.test")) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"http/1.1"});
            socket.setSSLParameters(parameters);
            say(socket, get("/open", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 200 ");
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    /**
     * For a host whose tunnels are not intercepted. A client that does not trust the CA leaves during the handshake.
     */
    @Test
    void anEncryptedHelloIsAnsweredByTheGatewayItselfAndTheEndSaysWhy() throws Exception {
        try (Socket tunnel = gateway.tunnel("sb-1", "o.test:443")) {
            String hello = ClientHellos.record(ClientHellos.message(ClientHellos.extension(
                            ClientHellos.SERVER_NAME, ClientHellos.serverName("o.test"))
                    + ClientHellos.extension(10, ClientHellos.vector(2, "\0\u001d"))
                    + ClientHellos.extension(13, ClientHellos.vector(2, "\u0004\u0003"))
                    + ClientHellos.extension(43, ClientHellos.vector(1, "\u0003\u0004"))
                    + ClientHellos.extension(
                            51, ClientHellos.vector(2, "\0\u001d" + ClientHellos.vector(2, "k".repeat(32))))
                    + ClientHellos.extension(
                            ClientHellos.ENCRYPTED_CLIENT_HELLO,
                            "\0\0\u0001\0\u0001\u0007" + ClientHellos.vector(2, "e".repeat(32))
                                    + ClientHellos.vector(2, "p".repeat(144)))));
            say(tunnel, hello);
            assertThat(tunnel.getInputStream().read()).as("a handshake record").isEqualTo(22);
            assertThat(gateway.leavesAskedFor()).isPositive();
            say(tunnel, "\25\3\3\0\2\2\60"); // unknown_ca
        }
        AuditEvent end = gateway.audit.await(2);
        assertThat(gateway.audit.records().getFirst().request().inspected()).isFalse();
        assertThat(end.kind()).isEqualTo("end");
        assertThat(end.reason()).isEqualTo(ReasonCode.CLIENT_TLS_FAILED);
        assertThat(end.request().inspected()).isTrue();
        assertThat(end.facts().detail())
                .startsWith("looked into, since the TLS hello carries an encrypted one (ECH); ");
        assertThat(web.received()).isEmpty();
        assertThat(end.facts().diagnosis()).isEqualTo(new Diagnosis(ClientFault.CA_NOT_TRUSTED, null));
        assertThat(denials())
                .contains("\"reason\":\"client_tls_failed\"", "set SSL_CERT_FILE")
                .contains("\"diagnosis\":\"ca_not_trusted\",\"count\":1}");
    }

    private String denials() throws IOException {
        try (Socket socket =
                new Socket(gateway.address().getAddress(), gateway.address().getPort())) {
            say(
                    socket,
                    "GET http://sallyport.internal/v1/denials HTTP/1.1\r\nHost: sallyport.internal\r\n"
                            + Conversation.as("sb-1") + "\r\n");
            return hear(socket);
        }
    }

    @Test
    void theLeafIsOfTheSandboxsOwnCa() throws Exception {
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-2", "a.test")) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
        }
        assertThat(gateway.audit.await(2).reason()).isEqualTo(ReasonCode.CLIENT_TLS_FAILED);
    }

    @Test
    void aTargetWithAnotherNameIsRefused() throws Exception {
        try (SSLSocket socket = open("b.test")) {
            say(socket, get("/open", "b.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 502 Failed: upstream_tls_refused\r\n");
        }
        assertThat(impostor.received()).isEmpty();
        assertThat(gateway.audit.await(2).facts().detail()).contains("name");
    }

    @Test
    void plainHttpInATunnelIsJudgedAsHttp() throws Exception {
        for (String host : new String[] {"a.test", "o.test"}) {
            try (Socket socket = gateway.tunnel("sb-1", host + ":443")) {
                say(socket, get("/closed", host + ":443"));
                assertThat(hear(socket)).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
            }
        }
        AuditEvent judged = gateway.audit.await(2);
        assertThat(judged.kind()).isEqualTo("http");
        assertThat(judged.request().scheme()).isEqualTo("http");
        assertThat(judged.request().port()).isEqualTo(443);
        assertThat(web.received()).isEmpty();
    }

    @Test
    void aRemovedSandboxLosesItsInspectedTunnels() throws Exception {
        try (SSLSocket socket = open("a.test")) {
            say(socket, get("/open", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 200 ");
            gateway.audit.await(2);
            gateway.sandboxes.remove("sb-1");
            gateway.server.removed(new SandboxId("sb-1"));
            assertThat(hear(socket)).isEqualTo("(end)");
        }
        assertThat(gateway.audit.await(3).reason()).isEqualTo(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void anIdleOpenedTunnelEndsWithItsLeaseAndGivesItsPlaceBack() throws Exception {
        TestAdmission admission =
                TestSandboxes.admission(Objects.requireNonNull(gateway.sandboxes.find(new SandboxId("sb-1"))));
        try (SSLSocket socket = open("a.test")) {
            say(socket, get("/open", "a.test"));
            assertThat(hear(socket)).startsWith("HTTP/1.1 200 ");
            gateway.audit.await(2);
            admission.refuseWith(ReasonCode.LEASE_EXPIRED);
            assertThat(hear(socket)).isEqualTo("(end)");
        }
        assertThat(gateway.audit.await(3).reason()).isEqualTo(ReasonCode.LEASE_EXPIRED);
        while (admission.open() != 0) { // released after the client sees the end
            Thread.onSpinWait();
        }
    }

    /** Sends half an answer without a length, then closes TCP without a TLS close_notify. */
    private static final class BreakingOff extends ChannelInboundHandlerAdapter {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the client sees the result
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
            var half = Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\n\r\nhalf an", StandardCharsets.US_ASCII);
            // Closed below TLS, which would otherwise send close_notify.
            ctx.writeAndFlush(half).addListener(_ -> ctx.channel().unsafe().closeForcibly());
        }
    }

    @Test
    void anAnswerThatAnybodyMayHaveCutIsNotTakenForWhole() throws Exception {
        try (SSLSocket socket = open("c.test")) {
            say(socket, get("/open", "c.test"));
            String all = new String(readToEnd(socket), StandardCharsets.ISO_8859_1);
            assertThat(all).doesNotContain("\r\n0\r\n");
        }
        AuditEvent cut = gateway.audit.await(2);
        assertThat(cut.reason()).isEqualTo(ReasonCode.UPSTREAM_CLOSED);
    }

    private static byte[] readToEnd(SSLSocket socket) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (IOException e) {
            assertThat(e).hasMessageNotContaining("timed out");
        }
        return all.toByteArray();
    }
}
