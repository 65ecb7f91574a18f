package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.Http2Origin;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.TestCa;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A target that speaks HTTP/2 is asked over it, whatever its client speaks, and its answer is not believed more. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class Http2TargetsTest {
    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Http2Origin web = new Http2Origin(publicCa.leaf("a.test"));
    private final InterceptingGateway gateway;

    Http2TargetsTest(TlsProvider provider) {
        gateway = new InterceptingGateway(provider, publicCa, Map.of("a.test:443", web.hostPort()));
        gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private SSLSocket tls() throws Exception {
        return gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test");
    }

    private FrameClient open() throws Exception {
        return new FrameClient(tls());
    }

    private static String[] post(String path, String... more) {
        String[] usual = {":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", path};
        String[] all = java.util.Arrays.copyOf(usual, usual.length + more.length);
        System.arraycopy(more, 0, all, usual.length, more.length);
        return all;
    }

    /** Asks as a client of HTTP/1.1, and reads to the end of the connection. */
    private String http1(String request) throws Exception {
        try (SSLSocket socket = tls()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void manyRequestsShareAsFewConnectionsAsTheTargetAllows() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/1");
            assertThat(client.answer(1).body()).isEqualTo("hello");
            for (int stream = 3; stream < 100; stream += 2) {
                client.get(stream, "a.test", "/" + stream);
            }
            for (int answered = 0; answered < 49; ) {
                FrameClient.Frame frame = client.next();
                answered += frame.endsStream() ? 1 : 0;
            }
        }
        assertThat(web.requests()).hasSize(50);
        assertThat(web.connections()).isBetween(1, 50 / Http2Origin.MAX_STREAMS + 1);
    }

    @Test
    void requestsSayWhatWasJudged() throws Exception {
        try (FrameClient client = open()) {
            client.headers(1, false, post("/echo", "x-a", "1", "authorization", "Bearer t", "te", "trailers"));
            client.data(1, false, "abc");
            client.headers(1, true, "x-sum", "1");
            assertThat(client.answer(1).body()).isEqualTo("abc");
        }
        assertThat(web.requests().getFirst())
                .contains(":method: POST\n", ":path: /echo\n", ":authority: a.test\n", ":scheme: https\n")
                .contains("x-a: 1\n", "authorization: Bearer t\n", "via: ")
                .doesNotContain("transfer-encoding", "connection", "host:", "proxy-", "te: ");
        assertThat(web.requests().getLast()).isEqualTo("trailers\nx-sum: 1\n");
    }

    @Test
    void onlyWhatIsJudgedAsACallAnnouncesTrailersAsACallDoes() throws Exception {
        try (FrameClient client = open()) {
            client.headers(1, true, post("/a.S/Get", "content-type", "application/json", "te", "trailers"));
            assertThat(client.answer(1).head()).containsEntry(":status", "200");
            client.headers(3, true, post("/a.S/Get", "content-type", "application/GRPC+proto"));
            assertThat(client.answer(3).head()).containsEntry(":status", "200");
        }
        assertThat(web.requests())
                .filteredOn(head -> head.contains("application/json"))
                .singleElement()
                .asString()
                .doesNotContain("te: ");
        assertThat(web.requests())
                .filteredOn(head -> head.contains("application/GRPC"))
                .singleElement()
                .asString()
                .contains("te: trailers\n");
    }

    @Test
    void aClientOfHttp1IsAnsweredAsByHttp1() throws Exception {
        assertThat(http1("GET /1 HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Via: 2 sallyport")
                .contains("Transfer-Encoding: chunked\r\n", "\r\n5\r\nhello\r\n0\r\n\r\n");
        assertThat(http1("HEAD /1 HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .endsWith("\r\n\r\n");
        assertThat(http1("POST /echo HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"))
                .contains("\r\n3\r\nabc\r\n0\r\n\r\n");
        assertThat(http1("GET /trailers HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n"))
                .endsWith("\r\n3\r\nabc\r\n0\r\nx-sum: 900\r\n\r\n");
    }

    @Test
    void trailersAndInterimAnswersComeBack() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/trailers");
            FrameClient.Answer answer = client.answer(1);
            assertThat(answer.body()).isEqualTo("abc");
            assertThat(answer.trailers()).containsEntry("x-sum", "900");
            client.get(3, "a.test", "/early");
            assertThat(client.await(FrameClient.HEADERS).fields()).containsEntry(":status", "103");
            assertThat(client.answer(3).body()).isEqualTo("hello");
            client.get(5, "a.test", "/none");
            assertThat(client.answer(5).head()).containsEntry(":status", "200").containsEntry("grpc-status", "5");
        }
    }

    @Test
    void aBodyGoesUpWhileItsAnswerComesDown() throws Exception {
        try (FrameClient client = open()) {
            client.headers(1, false, post("/echo"));
            for (int i = 0; i < 50; i++) {
                client.data(1, false, "m" + i);
                assertThat(client.await(FrameClient.DATA).payload()).isEqualTo("m" + i);
            }
            client.data(1, true, "");
            FrameClient.Frame last = client.next();
            while (!last.endsStream()) {
                last = client.next();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lines", "/upper", "/hop", "/status", "/407"})
    void anAnswerThatIsMalformedGoesNoFurther(String path) throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", path);
            FrameClient.Answer answer = client.answer(1);
            assertThat(answer.status()).isEqualTo("502");
            assertThat(answer.body()).contains("upstream_malformed").doesNotContain("x-b");
            client.get(3, "a.test", "/next");
            assertThat(client.answer(3).status()).isEqualTo("200");
        }
        assertThat(web.connections()).isEqualTo(1);
    }

    @Test
    void aStreamThatTheTargetEndsEarlyIsNoWholeAnswer() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/reset");
            assertThat(client.answer(1).status()).isEqualTo("502");
            client.get(3, "a.test", "/length");
            FrameClient.Frame last = client.next();
            while (last.type() != FrameClient.RESET) {
                assertThat(last.endsStream()).isFalse();
                last = client.next();
            }
        }
        gateway.audit.await(4);
        assertThat(gateway.audit.records())
                .filteredOn(record -> record.kind().equals("http"))
                .extracting(AuditEvent::reason)
                .doesNotContain(ReasonCode.GRANTED);
    }
}
