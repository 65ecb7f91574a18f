package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.Http2Listener;
import io.sallyport.proxy.support.StreamTunnel;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that speaks HTTP/2 to the proxy itself: CONNECT on a stream is what it is in HTTP/1.1. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
class Http2ListenerTest {
    private static final Obligations INSPECT = new Obligations(true, Set.of(), null, Set.of());

    @TempDir
    private Path folder;

    private final TlsProvider provider;
    private final TestCa ca = TestCa.create("Test CA", InstantSource.system());
    private final Origin web = Origin.plain(Answer::echo);
    private final Origin secure = Origin.tls(ca.leaf("a.test", "opaque.test"), Answer::echo);
    private Http2Listener listener;

    Http2ListenerTest(TlsProvider provider) {
        this.provider = provider;
    }

    @BeforeEach
    void start() throws Exception {
        listener = new Http2Listener(
                folder,
                provider,
                ca,
                Map.of(
                        "a.test:80",
                        at(web),
                        "live.test:80",
                        at(web),
                        "a.test:443",
                        at(secure),
                        "opaque.test:443",
                        at(secure)));
        listener.gateway.add("sb-1", Http2ListenerTest::judge);
        listener.gateway.add("sb-2", TestSandboxes.hosts());
    }

    private static Decision judge(CanonicalRequest request) {
        String host = request.host().text();
        if (host.equals("live.test")) {
            return request.scheme() == Scheme.WS
                    ? TestSandboxes.allow(Obligations.NONE)
                    : Decision.Deny.of(ReasonCode.NO_GRANT);
        }
        if (!host.equals("a.test") && !host.equals("opaque.test")) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }
        boolean inspected = request.kind() == RequestKind.CONNECT && host.equals("a.test");
        return TestSandboxes.allow(inspected ? INSPECT : Obligations.NONE);
    }

    private static String at(Origin origin) {
        return "127.0.0.1:" + origin.address().getPort();
    }

    @AfterEach
    void close() {
        listener.close();
        web.close();
        secure.close();
    }

    private StreamTunnel tunnel(String authority) throws Exception {
        FrameClient client = listener.open();
        Http2Listener.connect(client, 1, authority, "sb-1");
        assertThat(client.await(FrameClient.HEADERS).fields()).containsEntry(":status", "200");
        return new StreamTunnel(client);
    }

    private static String get(Socket tls, String host, String path) throws Exception {
        tls.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return new String(tls.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void anOpaqueTunnelIsCarriedOnItsStream() throws Exception {
        try (StreamTunnel tunnel = tunnel("opaque.test:443");
                SSLSocket tls = listener.trusting(tunnel.socket(), "opaque.test")) {
            assertThat(get(tls, "opaque.test", "/inside"))
                    .startsWith("HTTP/1.1 200")
                    .contains("GET /inside");
        }
        assertThat(listener.gateway.audit.await(2).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(listener.gateway.audit.records())
                .extracting(AuditEvent::kind)
                .containsExactly("connect", "end");
    }

    @Test
    void aTunnelIsOpenedInsideItsStream() throws Exception {
        try (StreamTunnel tunnel = tunnel("a.test:443");
                SSLSocket tls = listener.gateway.tls(tunnel.socket(), "sb-1", "a.test")) {
            assertThat(get(tls, "a.test", "/inside"))
                    .startsWith("HTTP/1.1 200")
                    .contains("GET /inside", "Via: 1.1 sallyport");
        }
        listener.gateway.audit.await(3);
        assertThat(listener.gateway.audit.records())
                .extracting(AuditEvent::kind)
                .containsExactly("connect", "http", "end");
    }

    @Test
    void http2IsSpokenInsideATunnelOnAStream() throws Exception {
        try (StreamTunnel tunnel = tunnel("a.test:443");
                FrameClient inside = new FrameClient(listener.gateway.tls(tunnel.socket(), "sb-1", "a.test"))) {
            inside.get(1, "a.test", "/one");
            assertThat(inside.answer(1).body()).contains("GET /one", "Via: 2 sallyport");
            inside.headers(3, true, ":method", "CONNECT", ":authority", "a.test:443");
            assertThat(inside.answer(3).head()).containsEntry(":status", "403");
            inside.get(5, "a.test", "/two");
            assertThat(inside.answer(5).body()).contains("GET /two");
        }
    }

    @Test
    void aRequestForAUrlIsOneInAbsoluteForm() throws Exception {
        try (FrameClient client = listener.open()) {
            client.headers(1, true, Http2Listener.get("http", "a.test", "/plain", "sb-1"));
            assertThat(client.answer(1).body())
                    .contains("GET /plain", "Via: 2 sallyport")
                    .doesNotContain("token-sb-1");
            client.headers(3, true, Http2Listener.get("https", "a.test", "/plain", "sb-1"));
            FrameClient.Answer refused = client.answer(3);
            assertThat(refused.head().get("proxy-status")).contains("unsupported_scheme");
            client.headers(5, true, Http2Listener.get("http", "sallyport.internal", "/ca.pem", "sb-1"));
            assertThat(client.answer(5).body()).contains("BEGIN CERTIFICATE");
        }
        assertThat(web.received()).extracting(ReceivedRequest::path).containsExactly("/plain");
        assertThat(secure.received()).isEmpty();
    }

    @Test
    void aWebSocketIsAskedForByItsUrl() throws Exception {
        try (FrameClient client = listener.open()) {
            webSocket(client, 1, "websocket", "http", "live.test");
            assertThat(client.answer(1).status()).isEqualTo("502"); // the target's 200 is no word of a WebSocket
            webSocket(client, 3, "websocket", "http", "a.test");
            assertThat(client.answer(3).status()).isEqualTo("502");
            webSocket(client, 5, "websocket", "https", "live.test");
            assertThat(client.answer(5).head().get("proxy-status")).contains("unsupported_scheme");
            webSocket(client, 7, "connect-udp", "http", "live.test");
            assertThat(client.answer(7).status()).isEqualTo("400");
        }
        assertThat(web.received())
                .extracting(request -> request.header("Upgrade"))
                .containsOnly("websocket");
        assertThat(listener.gateway.audit.records().getFirst().request().scheme())
                .isEqualTo("ws");
    }

    private static void webSocket(FrameClient client, int stream, String protocol, String scheme, String host)
            throws Exception {
        client.headers(
                stream,
                false,
                ":method",
                "CONNECT",
                ":protocol",
                protocol,
                ":scheme",
                scheme,
                ":authority",
                host,
                ":path",
                "/live",
                "sec-websocket-version",
                "13",
                "proxy-authorization",
                Http2Listener.credentials("sb-1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "file", "http/x", "http://b.test/?", "", "ws"})
    void noOtherSchemeIsServed(String scheme) throws Exception {
        try (FrameClient client = listener.open()) {
            client.headers(1, true, Http2Listener.get(scheme, "a.test", "/", "sb-1"));
            assertThat(client.answer(1).status()).startsWith("4");
        }
        assertThat(web.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".b.test/", "x", "*", "?q", ":81/", "@b.test/"})
    void aPathBeginsWithASlash(String path) throws Exception {
        try (FrameClient client = listener.open()) {
            client.headers(1, true, Http2Listener.get("http", "a.test", path, "sb-1"));
            assertThat(client.answer(1).status()).isEqualTo("400");
        }
        assertThat(web.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"u@a.test", "a.test/x", "a.test?", "a.test#", "a.test/x?http://a.test"})
    void anAuthorityIsThatOfTheUrlAndNoMore(String authority) throws Exception {
        try (FrameClient client = listener.open()) {
            client.headers(1, true, Http2Listener.get("http", authority, "/", "sb-1"));
            assertThat(client.answer(1).status()).startsWith("4");
        }
        assertThat(web.received()).isEmpty();
    }

    @Test
    void eachStreamShowsItsOwnIdentity() throws Exception {
        try (FrameClient client = listener.open()) {
            client.headers(1, true, Http2Listener.get("http", "a.test", "/", "sb-1"));
            assertThat(client.answer(1).status()).isEqualTo("200");
            Http2Listener.connect(client, 3, "a.test:443", "sb-2");
            FrameClient.Answer refused = client.answer(3);
            assertThat(refused.status()).isEqualTo("403");
            assertThat(refused.body()).contains("no_grant");
            client.headers(5, true, Http2Listener.get("http", "a.test", "/", null));
            assertThat(client.answer(5).head()).containsEntry(":status", "407").containsKey("proxy-authenticate");
            client.headers(7, true, Http2Listener.get("http", "a.test", "/", "sb-1"));
            assertThat(client.answer(7).status()).isEqualTo("200");
        }
        listener.gateway.audit.await(4);
        assertThat(listener.gateway.audit.records())
                .extracting(AuditEvent::sandbox)
                .containsExactly("sb-1", "sb-2", null, "sb-1");
    }
}
