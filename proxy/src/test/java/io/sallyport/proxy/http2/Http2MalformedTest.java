package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.EOFException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What HTTP/1.1 would refuse, and what RFC 9113 sections 8.2 and 8.3 forbid, is refused on a stream and dials nothing.
 */
class Http2MalformedTest {
    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Answer::echo);
    private final InterceptingGateway gateway =
            new InterceptingGateway(TlsProvider.BORINGSSL, publicCa, Map.of("a.test:443", web.hostPort()));

    Http2MalformedTest() {
        gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private FrameClient open() throws Exception {
        return new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"));
    }

    static Stream<List<String>> malformedFields() {
        return Stream.of(
                with("Upper-Case", "1"),
                with("x y", "1"),
                with("", "1"),
                with("x-nul", "a\0b"),
                with("x-cr", "a\rb"),
                with("x-lf", "a\nb"),
                with("x-lines", "a\r\nx-other: b"),
                with("x-space", " a"),
                with("x-space", "a\t"),
                with("x\r\nx-other", "b"),
                with("x:y", "b"),
                with("connection", "close"),
                with("keep-alive", "timeout=5"),
                with("proxy-connection", "keep-alive"),
                with("transfer-encoding", "chunked"),
                with("upgrade", "h2c"),
                with("te", "gzip"),
                with("host", "b.test"),
                with("content-length", "x"),
                with("content-length", "-1"),
                with("content-length", "5"),
                with("content-length", "0", "content-length", "1"),
                with("x-before", "1", ":path", "/other"),
                with(":status", "200"),
                with(":protocol", "websocket"),
                with(":path", "/twice"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "a.test"),
                List.of(":method", "GET", ":authority", "a.test", ":path", "/"),
                List.of(":scheme", "https", ":authority", "a.test", ":path", "/"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", ""),
                List.of(":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", "/a b"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", "/\u00e9"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", "/\r\nx: y"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "u@a.test", ":path", "/"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "", ":path", "/"),
                List.of(":method", "GET", ":scheme", "https", ":path", "/"),
                List.of(":method", "GET", ":scheme", "http", ":authority", "a.test", ":path", "/"),
                List.of(":method", "G T", ":scheme", "https", ":authority", "a.test", ":path", "/"),
                List.of(":method", "GET ", ":scheme", "https", ":authority", "a.test", ":path", "/"),
                List.of(":method", "get", ":scheme", "https", ":authority", "a.test", ":path", "/"),
                List.of(":method", "CONNECT", ":scheme", "https", ":authority", "a.test:443", ":path", "/"),
                List.of(":method", "OPTIONS", ":scheme", "https", ":authority", "a.test", ":path", "*"),
                List.of(":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", "https://b.test/"),
                List.of("x-first", "1", ":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", "/"));
    }

    private static List<String> with(String... more) {
        List<String> all =
                new ArrayList<>(List.of(":method", "GET", ":scheme", "https", ":authority", "a.test", ":path", "/"));
        all.addAll(List.of(more));
        return all;
    }

    @ParameterizedTest
    @MethodSource("malformedFields")
    void isRefusedRecordedAndNotDialled(List<String> fields) throws Exception {
        try (FrameClient client = open()) {
            client.headers(1, true, fields.toArray(String[]::new));
            assertThat(refusal(client, 1)).isIn("400", "403", "421", "reset");
            client.get(3, "a.test", "/next");
            assertThat(client.answer(3).status()).isEqualTo("200");
        }
        gateway.audit.await(4);
        assertThat(gateway.audit.records())
                .extracting(AuditEvent::kind)
                .containsExactly("connect", "http", "http", "end");
        assertThat(web.received()).hasSize(1);
    }

    private static String refusal(FrameClient client, int stream) throws Exception {
        try {
            return client.answer(stream).status();
        } catch (EOFException reset) {
            return "reset";
        }
    }

    @Test
    void lengthAndContentThatDisagreeEndTheStream() throws Exception {
        String[] post = with("content-length", "3").toArray(String[]::new);
        post[1] = "POST";
        try (FrameClient client = open()) {
            client.headers(1, false, post);
            client.data(1, true, "abcd");
            assertThat(refusal(client, 1)).isEqualTo("reset");
            client.headers(3, false, post);
            client.data(3, true, "ab");
            assertThat(refusal(client, 3)).isEqualTo("reset");
            client.get(5, "a.test", "/next");
            assertThat(client.answer(5).status()).isEqualTo("200");
        }
        gateway.audit.await(5);
        assertThat(gateway.audit.records())
                .extracting(AuditEvent::reason)
                .filteredOn(reason -> reason == ReasonCode.MALFORMED_REQUEST)
                .hasSize(2);
    }

    @Test
    void headsHaveTheBoundsOfHttp1() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/" + "a".repeat(8_192));
            assertThat(client.answer(1).status()).isEqualTo("414");
            client.get(
                    3,
                    "a.test",
                    "/",
                    "x-large",
                    "a".repeat(8_000),
                    "x-larger",
                    "b".repeat(8_000),
                    "x",
                    "c".repeat(900));
            assertThat(client.answer(3).status()).isEqualTo("431");
            String[] many = new String[202];
            for (int i = 0; i < many.length; i += 2) {
                many[i] = "x-" + i;
                many[i + 1] = "1";
            }
            client.get(5, "a.test", "/", many);
            assertThat(client.answer(5).status()).isEqualTo("431");
            client.get(7, "a.test", "/next");
            assertThat(client.answer(7).status()).isEqualTo("200");
        }
        assertThat(web.received()).hasSize(1);
    }

    @Test
    void trailersWithAPseudoFieldEndTheStream() throws Exception {
        String[] post = with().toArray(String[]::new);
        post[1] = "POST";
        try (FrameClient client = open()) {
            client.headers(1, false, post);
            client.data(1, false, "abc");
            client.headers(1, true, ":path", "/other");
            assertThat(refusal(client, 1)).isEqualTo("reset");
            client.get(3, "a.test", "/next");
            assertThat(client.answer(3).status()).isEqualTo("200");
        }
    }
}
