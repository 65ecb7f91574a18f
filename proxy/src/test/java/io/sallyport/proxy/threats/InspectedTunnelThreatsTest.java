package io.sallyport.proxy.threats;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
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

/** D with real TLS: over sockets, with every provider. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class InspectedTunnelThreatsTest {
    private static final Obligations INTERCEPT = new Obligations(true, Set.of(), null, Set.of());

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Answer::echo);
    private final InterceptingGateway gateway;

    InspectedTunnelThreatsTest(TlsProvider provider) {
        gateway = new InterceptingGateway(provider, publicCa, Map.of("a.test:443", web.hostPort()));
        gateway.add("sb-1", InspectedTunnelThreatsTest::judge);
    }

    private static Decision judge(CanonicalRequest request) {
        if (!request.host().text().equals("a.test")) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }
        return TestSandboxes.allow(request.kind() == RequestKind.CONNECT ? INTERCEPT : Obligations.NONE);
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private static void say(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String hearAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** TLS 1.0 and 1.1, with the ciphers that clients of that time offered. */
    @Test
    void line30OldVersionsGetNoHello() throws Exception {
        int record = 1;
        for (String version : new String[] {"\u0003\u0001", "\u0003\u0002"}) {
            String old = ClientHellos.to("a.test")
                    .replace("\u0003\u0003" + "r".repeat(32), version + "r".repeat(32))
                    .replace("\u0013\u0001", "\u00c0\u0013");
            try (Socket socket = gateway.tunnel("sb-1", "a.test:443")) {
                say(socket, old);
                assertThat(hearAll(socket)).doesNotStartWith("\u0016");
            }
            assertThat(gateway.audit.await(++record).reason()).isEqualTo(ReasonCode.CLIENT_TLS_FAILED);
            record++;
        }
        assertThat(gateway.audit.records()).hasSize(4);
        assertThat(web.connections()).isZero();
    }

    @Test
    void line32WhoIsDeniedOrNamesAnotherGetsNoLeaf() throws Exception {
        try (Socket denied =
                new Socket(gateway.address().getAddress(), gateway.address().getPort())) {
            say(denied, "CONNECT b.test:443 HTTP/1.1\r\nHost: b.test\r\n" + Conversation.as("sb-1") + "\r\n");
            denied.shutdownOutput();
            assertThat(hearAll(denied)).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
        }
        for (String name : new String[] {"b.test", "a.test."}) {
            try (Socket other = gateway.tunnel("sb-1", "a.test:443")) {
                say(other, ClientHellos.to(name));
                assertThat(hearAll(other)).isEmpty();
            }
        }
        assertThat(gateway.leavesAskedFor()).isZero();
        try (SSLSocket allowed = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
            allowed.startHandshake();
        }
        assertThat(gateway.leavesAskedFor()).isPositive();
        assertThat(web.connections()).isZero();
    }

    @Test
    void line33AlpnIsAgreedOnForEachSide() throws Exception {
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
            offer(socket, "http/1.1");
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
            offer(socket, "http/1.1", "h2");
            assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
        }
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
            offer(socket, "h3");
            assertThat(socket.getApplicationProtocol()).isEmpty();
        } catch (SSLException refused) {
            assertThat(refused).isNotNull(); // as good as no agreement
        }
        assertThat(web.connections()).isZero();
    }

    private static void offer(SSLSocket socket, String... protocols) throws IOException {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
    }

    @Test
    void line36AnotherHostInsideIs421() throws Exception {
        try (SSLSocket socket = gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test")) {
            say(socket, "GET / HTTP/1.1\r\nHost: b.test\r\nConnection: close\r\n\r\n");
            assertThat(hearAll(socket)).startsWith("HTTP/1.1 421 Denied: authority_mismatch\r\n");
        }
        gateway.audit.await(3);
        assertThat(gateway.audit.records())
                .extracting(AuditEvent::reason)
                .startsWith(ReasonCode.GRANTED, ReasonCode.AUTHORITY_MISMATCH);
        assertThat(gateway.audit.records())
                .extracting(record -> record.request().inspected())
                .containsOnly(true);
        assertThat(web.connections()).isZero();
    }
}
