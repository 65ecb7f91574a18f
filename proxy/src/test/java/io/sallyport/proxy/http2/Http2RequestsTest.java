package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A request on a stream of HTTP/2 is judged, relayed and recorded as one of HTTP/1.1. */
@ParameterizedClass
@EnumSource(TlsProvider.class)
@Execution(ExecutionMode.CONCURRENT)
class Http2RequestsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int MUCH = 4 << 20;

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Http2RequestsTest::answer);
    private final InterceptingGateway gateway;
    private final Sandbox sandbox;

    Http2RequestsTest(TlsProvider provider) {
        gateway = new InterceptingGateway(provider, publicCa, Map.of("a.test:443", web.hostPort()));
        sandbox = gateway.add("sb-1", Http2RequestsTest::judge);
    }

    private static Decision judge(CanonicalRequest request) {
        if (request.kind() == RequestKind.CONNECT) {
            return TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of()));
        }
        CanonicalPath path = request.path();
        boolean open = path != null && path.text().startsWith("/open");
        return open ? TestSandboxes.allow(Obligations.NONE) : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    private static Answer answer(ReceivedRequest request) {
        return switch (request.path()) {
            case "/open/much" -> new Answer.Sized(MUCH);
            case "/open/events" -> new Answer.Stalled("data: 1\n\n");
            case "/open/trailers" ->
                new Answer.Raw(
                        String.join(
                                "\r\n",
                                "HTTP/1.1 200 OK",
                                "Transfer-Encoding: chunked",
                                "Keep-Alive: timeout=5",
                                "Connection: keep-alive, x-hop",
                                "X-Hop: 1",
                                "Alt-Svc: h3=\":443\"",
                                "",
                                "3",
                                "abc",
                                "0",
                                "X-Sum: 900",
                                "",
                                ""),
                        false);
            default -> Answer.echo(request);
        };
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private FrameClient open() throws Exception {
        return new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"));
    }

    @Test
    void eachStreamIsJudgedByItsPathAndRecorded() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/open/1");
            assertThat(client.answer(1).status()).isEqualTo("200");
            client.get(3, "a.test", "/closed");
            FrameClient.Answer refused = client.answer(3);
            assertThat(refused.status()).isEqualTo("403");
            assertThat(refused.head()).containsEntry("content-type", "application/json");
            assertThat(refused.head().get("proxy-status")).contains("no_grant");
            assertThat(refused.body()).contains("\"reason\":\"no_grant\"", "\"path\":\"/closed\"");
            client.get(5, "a.test", "/open/2");
            assertThat(client.answer(5).status()).isEqualTo("200");
        }
        assertThat(web.received()).extracting(ReceivedRequest::path).containsExactly("/open/1", "/open/2");
        gateway.audit.await(5);
        assertThat(gateway.audit.records())
                .extracting(AuditEvent::kind)
                .containsExactly("connect", "http", "http", "http", "end");
        assertThat(gateway.audit.records())
                .extracting(AuditEvent::reason)
                .containsExactly(
                        ReasonCode.GRANTED,
                        ReasonCode.GRANTED,
                        ReasonCode.NO_GRANT,
                        ReasonCode.GRANTED,
                        ReasonCode.GRANTED);
    }

    @Test
    void manyStreamsAtOnceAreAllAnswered() throws Exception {
        try (FrameClient client = open()) {
            for (int stream = 1; stream < 160; stream += 2) {
                client.get(stream, "a.test", stream % 4 == 1 ? "/open/" + stream : "/closed");
            }
            int answered = 0;
            int refused = 0;
            while (answered + refused < 80) {
                FrameClient.Frame head = client.await(FrameClient.HEADERS);
                if ("200".equals(head.fields().get(":status"))) {
                    answered++;
                } else {
                    refused++;
                }
            }
            assertThat(answered).isEqualTo(40);
        }
        assertThat(web.received()).hasSize(40);
    }

    @Test
    void bodiesOfSaidAndUnsaidLengthGoUp() throws Exception {
        try (FrameClient client = open()) {
            String[] post = {":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/open/up"};
            client.headers(1, false, post);
            client.data(1, false, "abc");
            client.data(1, false, "");
            client.data(1, true, "de");
            assertThat(client.answer(1).body()).endsWith("abcde");
            client.headers(
                    3,
                    false,
                    ":method",
                    "POST",
                    ":scheme",
                    "https",
                    ":authority",
                    "a.test",
                    ":path",
                    "/open/up",
                    "content-length",
                    "5");
            client.data(3, true, "hello");
            assertThat(client.answer(3).body()).endsWith("hello");
            client.headers(5, false, post);
            client.data(5, false, "x");
            client.headers(5, true, "x-sum", "1");
            assertThat(client.answer(5).body()).endsWith("x");
        }
        var received = web.awaitReceived(3, SOON);
        assertThat(received.get(0).body().text()).isEqualTo("abcde");
        assertThat(received.get(1).body().text()).isEqualTo("hello");
        assertThat(received.get(2).body().text()).isEqualTo("x");
    }

    @Test
    void trailersComeBackAndFieldsOfOneHopDoNot() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/open/trailers");
            FrameClient.Answer answer = client.answer(1);
            assertThat(answer.body()).isEqualTo("abc");
            assertThat(answer.trailers()).containsEntry("x-sum", "900");
            assertThat(answer.head())
                    .doesNotContainKeys("connection", "keep-alive", "transfer-encoding", "x-hop", "alt-svc");
        }
    }

    @Test
    void aLargeAnswerComesThroughWindows() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/open/much");
            FrameClient.Answer answer = client.answer(1);
            assertThat(answer.body()).hasSize(MUCH);
            assertThat(answer.head()).containsEntry("content-length", Integer.toString(MUCH));
        }
    }

    @Test
    void anEventIsHeardBeforeTheNextIsMade() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/open/events");
            assertThat(client.await(FrameClient.DATA).payload()).isEqualTo("data: 1\n\n");
            client.get(3, "a.test", "/open/next");
            assertThat(client.answer(3).status()).isEqualTo("200");
        }
    }

    @Test
    void crumbsOfCookiesAreOneField() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/open", "cookie", "a=1", "cookie", "b=2");
            assertThat(client.answer(1).body()).contains("a=1; b=2");
        }
    }

    @Test
    void theGatewaysOwnNameIsNoAuthorityInATunnel() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "sallyport.internal", "/v1/whoami");
            assertThat(client.answer(1).status()).isEqualTo("421");
            client.get(3, "b.test", "/open");
            assertThat(client.answer(3).status()).isEqualTo("421");
            client.headers(5, true, ":method", "CONNECT", ":authority", "a.test:443");
            assertThat(client.answer(5).status()).isEqualTo("403");
        }
        assertThat(web.received()).isEmpty();
    }

    /** The frames come in one piece, so that the refusal may be written while they are read. */
    @Test
    void aRefusalIsWholeThoughItsRequestIsStillComing() throws Exception {
        try (FrameClient client = open()) {
            var upload = new ByteArrayOutputStream();
            for (int stream = 1; stream < 40; stream += 2) {
                upload.writeBytes(FrameClient.frame(
                        FrameClient.HEADERS,
                        FrameClient.END_HEADERS,
                        stream,
                        FrameClient.block(
                                ":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/closed")));
                upload.writeBytes(FrameClient.frame(FrameClient.DATA, 0, stream, new byte[1_000]));
            }
            client.raw(upload.toByteArray());
            Map<Integer, String> bodies = new HashMap<>();
            Set<Integer> whole = new HashSet<>();
            while (whole.size() < 20) {
                FrameClient.Frame next = client.next();
                if (next.type() == FrameClient.DATA) {
                    bodies.merge(next.stream(), next.payload(), String::concat);
                }
                if (next.endsStream()) {
                    whole.add(next.stream());
                }
                assertThat(next.type() == FrameClient.RESET && !whole.contains(next.stream()))
                        .as("reset before its end: " + next)
                        .isFalse();
            }
            assertThat(bodies.values()).allMatch(body -> body.contains("no_grant") && body.endsWith("}"));
        }
    }

    @Test
    void aStreamThatIsResetEndsItsRequestAloneAndIsRecorded() throws Exception {
        try (FrameClient client = open()) {
            client.headers(1, false, ":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/open");
            client.data(1, false, "abc");
            client.send(FrameClient.RESET, 0, 1, new byte[] {0, 0, 0, 8});
            client.get(3, "a.test", "/open/3");
            assertThat(client.answer(3).status()).isEqualTo("200");
        }
        gateway.audit.await(4);
        assertThat(gateway.audit.records()).extracting(AuditEvent::reason).contains(ReasonCode.CLIENT_CLOSED);
    }

    @Test
    void aNewPolicyJudgesTheNextStreamOfTheSameConnection() throws Exception {
        try (FrameClient client = open()) {
            client.get(1, "a.test", "/open/1");
            assertThat(client.answer(1).status()).isEqualTo("200");
            TestSandboxes.change(
                    sandbox,
                    null,
                    request -> request.kind() == RequestKind.CONNECT
                            ? judge(request)
                            : Decision.Deny.of(ReasonCode.NO_GRANT));
            gateway.server.policyChanged(sandbox.id());
            client.get(3, "a.test", "/open/2");
            assertThat(client.answer(3).status()).isEqualTo("403");
        }
        assertThat(web.received()).extracting(ReceivedRequest::path).containsExactly("/open/1");
    }

    @Test
    void aSandboxThatIsTakenAwayLosesItsStreams() throws Exception {
        try (FrameClient client = open()) {
            client.headers(1, false, ":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/open");
            client.data(1, false, "abc");
            web.awaitConnections(1, SOON);
            gateway.server.removed(new io.sallyport.model.SandboxId("sb-1"));
            FrameClient.Frame last = client.next();
            while (last.type() != FrameClient.RESET && last.type() != FrameClient.GOAWAY) {
                last = client.next();
            }
        }
        gateway.audit.await(3);
        assertThat(gateway.audit.records()).extracting(AuditEvent::reason).contains(ReasonCode.LEASE_REVOKED);
    }
}
