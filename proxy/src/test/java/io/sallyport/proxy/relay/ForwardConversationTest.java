package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Absolute-form requests, byte for byte, without sockets. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class ForwardConversationTest {
    private static final String AS = Conversation.as("sb-1");
    private static final String GET = "GET http://a.test/p?q HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
    private static final String SENT = "GET /p?q HTTP/1.1\r\nHost: a.test\r\nVia: 1.1 sallyport\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok";
    private static final String GOT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nVia: 1.1 sallyport\r\n\r\nok";

    private final Conversation talk = new Conversation();
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test", "b.test"));

    @AfterEach
    void close() {
        talk.close();
    }

    private EmbeddedChannel send(String request) {
        talk.clientSays(request);
        return talk.connect();
    }

    private static String post(String fields) {
        return "POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + AS + fields + "\r\n";
    }

    private ReasonCode lastReason() {
        return talk.records().getLast().reason();
    }

    @Test
    void sendsWhatWasJudgedAndAnswersWithWhatCame() {
        EmbeddedChannel upstream = send(GET);
        assertThat(talk.hear(upstream)).isEqualTo(SENT);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        var record = talk.records().getFirst();
        assertThat(record.status()).isEqualTo(200);
        assertThat(record.request().bytesOut()).isEqualTo(2);
        assertThat(record.request().address()).isEqualTo("192.0.2.7");
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void keepsBothConnections() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.clientSays(GET);
        talk.say(upstream, OK);
        assertThat(talk.hear(upstream)).isEqualTo(SENT + SENT);
        assertThat(talk.clientHears()).isEqualTo(GOT + GOT);
        assertThat(talk.dialer.attempts()).hasSize(1);
    }

    @Test
    void aKeptConnectionServesOnlyWhatMayBeDialledAtTheSameAddresses() {
        talk.sandboxes.add("sb-1", request -> {
            String block = request.toString().endsWith("/p") ? "10.0.0.0/8" : "10.1.0.0/16";
            return TestSandboxes.allow(new Obligations(false, Set.of(), null, Set.of(), List.of(block)));
        });
        talk.say(send(GET), OK);
        talk.say(send(GET.replace("/p?q", "/r?q")), OK);
        talk.clientSays(GET);
        assertThat(talk.dialer.attempts())
                .extracting(attempt -> attempt.addresses)
                .containsExactly(List.of("10.0.0.0/8"), List.of("10.1.0.0/16"));
    }

    @Test
    void answersPipelinedRequestsOneByOne() {
        EmbeddedChannel upstream = send(GET + GET);
        assertThat(talk.hear(upstream)).isEqualTo(SENT);
        talk.say(upstream, OK);
        assertThat(talk.hear(upstream)).isEqualTo(SENT);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT + GOT);
    }

    @Test
    void judgesEachPipelinedRequestByItsOwnCredentials() {
        EmbeddedChannel upstream = send(GET + "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).startsWith(GOT).contains("407 Denied: no_identity");
        assertThat(talk.hear(upstream)).isEqualTo(SENT);
    }

    @Test
    void neverLendsAConnectionToAnotherSandbox() {
        talk.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.clientSays(GET.replace(AS, Conversation.as("sb-2")));
        assertThat(talk.dialer.attempts()).hasSize(2);
    }

    @Test
    void theLastBytesWaitForTheRecord() {
        EmbeddedChannel upstream = send(GET);
        talk.audit.hold();
        talk.say(upstream, OK);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.clientHears()).isEmpty();
        talk.audit.release();
        assertThat(talk.clientHears()).isEqualTo(GOT);
    }

    @Test
    void cutsTheAnswerWhoseRecordCannotBeWritten() {
        EmbeddedChannel upstream = send(GET);
        talk.audit.stopWriting();
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEmpty();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void dropsHopByHopFieldsCredentialsAndRoutingFields() {
        EmbeddedChannel upstream = send("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS
                + "Proxy-Connection: keep-alive\r\nproxy_authorization: x\r\nConnection: X-Hop, Authorization, close\r\n"
                + "X-Hop: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\nTrailer: X\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"
                + "X-Original-URL: /admin\r\nX_Rewrite_Url: /admin\r\nX-Forwarded-Host: b\r\nContent_Length: 5\r\n"
                + "X-HTTP-Method-Override: DELETE\r\nAuthorization: mine\r\nX-Kept: 1\r\nVia: 1.0 before\r\n\r\n");
        assertThat(talk.hear(upstream))
                .isEqualTo("GET / HTTP/1.1\r\nHost: a.test\r\nAuthorization: mine\r\nX-Kept: 1\r\n"
                        + "Via: 1.0 before, 1.1 sallyport\r\n\r\n");
    }

    @Test
    void redactsWhatPolicyAsksFor() {
        TestSandboxes.change(
                sandbox,
                null,
                request -> TestSandboxes.allow(new Obligations(false, Set.of(), null, Set.of("cookie"))));
        EmbeddedChannel upstream = send(GET.replace("\r\n\r\n", "\r\nCOOKIE: a=b\r\n\r\n"));
        assertThat(talk.hear(upstream)).isEqualTo(SENT);
    }

    @Test
    void streamsABodyOfKnownLength() {
        EmbeddedChannel upstream = send(post("Content-Length: 6\r\n") + "abc");
        talk.clientSays("def");
        assertThat(talk.hear(upstream))
                .isEqualTo("POST /p HTTP/1.1\r\nHost: a.test\r\nContent-Length: 6\r\nVia: 1.1 sallyport\r\n\r\nabcdef");
        talk.say(upstream, OK);
        assertThat(talk.records().getFirst().request().bytesIn()).isEqualTo(6);
    }

    @Test
    void framesAChunkedBodyAnewAndDropsDangerousTrailers() {
        EmbeddedChannel upstream = send(post("Transfer-Encoding: chunked\r\n")
                + "3;ext=1\r\nabc\r\n0\r\nX-Sum: 1\r\nHost: evil\r\nContent-Length: 9\r\nAuthorization: x\r\n\r\n");
        assertThat(talk.hear(upstream)).endsWith("Via: 1.1 sallyport\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(talk.client.isActive()).isTrue();
    }

    @Test
    void aMalformedChunkEndsTheRequestOnBothSides() {
        EmbeddedChannel upstream = send(post("Transfer-Encoding: chunked\r\n") + "3\r\nabcX");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 Rejected: malformed_request\r\n");
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aSlowTargetStopsTheClient() {
        EmbeddedChannel upstream = send(post("Content-Length: 6\r\n"));
        upstream.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        upstream.runPendingTasks();
        talk.clientSays("abc");
        talk.clientSays("def");
        assertThat(talk.client.config().isAutoRead()).isFalse();
        upstream.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        upstream.runPendingTasks();
        assertThat(talk.hear(upstream)).endsWith("abcdef");
        assertThat(talk.client.config().isAutoRead()).isTrue();
    }

    @Test
    void aClientThatDoesNotReadStopsTheTarget() {
        EmbeddedChannel upstream = send(GET);
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        talk.settle();
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
        assertThat(upstream.config().isAutoRead()).isFalse();
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        talk.settle();
        assertThat(upstream.config().isAutoRead()).isTrue();
    }

    @Test
    void passesOnContinueAndHintsInBounds() {
        EmbeddedChannel upstream = send(post("Content-Length: 1\r\nExpect: 100-continue\r\n"));
        assertThat(talk.hear(upstream)).contains("Expect: 100-continue");
        talk.say(upstream, "HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n");
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
        talk.clientSays("b");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
    }

    @Test
    void refusesABodyThatWaitsWithoutReadingIt() {
        talk.clientSays("POST http://c.test/ HTTP/1.1\r\nHost: c.test\r\n" + AS
                + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("\r\nConnection: close\r\n");
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void answersToHeadAndStatusesWithoutBodyHaveNone() {
        EmbeddedChannel upstream = send(GET.replace("GET ", "HEAD "));
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nVia: 1.1 sallyport\r\n\r\n");
        talk.clientSays(GET);
        talk.say(upstream, "HTTP/1.1 204 Nothing\r\nContent-Length: 5\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 204 No Content\r\nVia: 1.1 sallyport\r\n\r\n");
        talk.clientSays(GET);
        talk.say(upstream, "HTTP/1.1 304 Same\r\nContent-Length: 7\r\nETag: x\r\n\r\n");
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 304 Not Modified\r\nETag: x\r\nContent-Length: 7\r\nVia: 1.1 sallyport\r\n\r\n");
        assertThat(talk.dialer.attempts()).hasSize(1);
    }

    @Test
    void bytesBehindAnAnswerThatHasNoBodyNeverBecomeTheNextAnswer() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
        assertThat(talk.clientHears()).doesNotContain("evil");
        assertThat(upstream.isActive()).isFalse();
        talk.clientSays(GET);
        assertThat(talk.dialer.attempts()).hasSize(2);
    }

    @Test
    void bytesThatNobodyAskedForCloseAKeptConnection() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.say(upstream, OK);
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.clientHears()).isEqualTo(GOT);
    }

    @Test
    void framesAnAnswerThatEndsWithItsConnectionAnew() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 200 OK\r\n\r\nabc");
        talk.hangUp(upstream);
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nVia: 1.1 sallyport\r\n\r\n"
                        + "3\r\nabc\r\n0\r\n\r\n");
        assertThat(talk.client.isActive()).isTrue();
        assertThat(lastReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void http10EndsAfterOneRequestAndGetsNoChunks() {
        EmbeddedChannel upstream = send("GET http://a.test/ HTTP/1.0\r\nConnection: keep-alive\r\n" + AS + "\r\n");
        talk.say(upstream, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\nVia: 1.1 sallyport\r\n\r\nabc");
        assertThat(talk.client.isActive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\r\n folded\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 999 OK\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
                "220 smtp.test ESMTP\r\n",
                "\u0015\u0003\u0001"
            })
    void aMalformedAnswerIs502(String answer) {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, answer);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 Failed: upstream_malformed\r\n");
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
        assertThat(talk.client.isActive()).isTrue();
    }

    @Test
    void endlessInterimAnswersAre502() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 103 Early\r\n\r\n".repeat(9));
        assertThat(talk.clientHears()).contains("502 Failed: upstream_malformed");
    }

    @Test
    void anAnswerCannotPassForTheGateways() {
        EmbeddedChannel upstream = send(GET);
        talk.say(
                upstream,
                "HTTP/1.1 403 Denied: no_grant\r\nProxy-Status: sallyport; error=x\r\nProxy-Authenticate: Basic\r\n"
                        + "Alt-Svc: h3\r\nConnection: X-A\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nVia: 1.1 sallyport\r\n\r\n");
    }

    @Test
    void repeatsASafeRequestWhoseKeptConnectionWasJustClosed() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.clientSays(GET);
        talk.hangUp(upstream);
        EmbeddedChannel second = talk.connect();
        assertThat(talk.hear(second)).isEqualTo(SENT);
        talk.say(second, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT + GOT);
        assertThat(talk.records()).hasSize(2);
    }

    @Test
    void repeatsNothingThatMayHaveHadItsEffect() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.clientSays(post("Content-Length: 0\r\n"));
        talk.hangUp(upstream);
        assertThat(talk.clientHears()).contains("502 Failed: upstream_closed");
        assertThat(talk.dialer.attempts()).hasSize(1);
        EmbeddedChannel fresh = send(GET);
        talk.hangUp(fresh);
        assertThat(talk.clientHears()).contains("502 Failed: upstream_closed");
        assertThat(talk.dialer.attempts()).hasSize(2);
    }

    @Test
    void anAnswerCutShortIsCutForTheClientToo() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
        talk.hangUp(upstream);
        assertThat(talk.clientHears()).endsWith("abc");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.UPSTREAM_CLOSED);
    }

    @Test
    void anEarlyAnswerEndsTheConnectionAfterIt() {
        EmbeddedChannel upstream = send(post("Content-Length: 100\r\n") + "abc");
        talk.say(upstream, "HTTP/1.1 413 Too much\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears())
                .contains("HTTP/1.1 413 Content Too Large\r\n")
                .contains("Connection: close");
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aSilentTargetIs504() {
        EmbeddedChannel upstream = send(GET);
        talk.pass(Duration.ofMinutes(6));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 504 Failed: connect_timeout\r\n");
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void aBodyThatNeverEndsIsGivenUp() {
        EmbeddedChannel upstream = send(post("Content-Length: 100\r\n") + "abc");
        talk.pass(Duration.ofMinutes(6));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 408 Limited: idle_timeout\r\n");
        assertThat(upstream.isActive()).isFalse();
    }

    @Test
    void aClientThatLeavesEndsTheRequestAtTheTarget() {
        EmbeddedChannel upstream = send(GET);
        talk.hangUp(talk.client);
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    @Test
    void aClientThatHasNothingMoreToSayStillGetsItsAnswer() {
        EmbeddedChannel upstream = send(GET);
        talk.clientEnds();
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aClientThatEndsInItsBodyIsGivenUp() {
        EmbeddedChannel upstream = send(post("Content-Length: 100\r\n") + "abc");
        talk.clientEnds();
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
    }

    @Test
    void aRunningRequestKeepsItsPolicyForAWhileAndNotForEver() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        talk.worker.policyChanged(sandbox.id());
        talk.pass(Duration.ofSeconds(28));
        assertThat(upstream.isActive()).isTrue();
        talk.pass(Duration.ofSeconds(4));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.POLICY_CHANGED);
        assertThat(talk.records().getLast().generation()).isEqualTo(1);
    }

    @Test
    void keptConnectionsAreClosedWhenTheyAreOldOrTheSandboxIsGone() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.pass(Duration.ofSeconds(32));
        assertThat(upstream.isActive()).isFalse();
        EmbeddedChannel second = send(GET);
        talk.say(second, OK);
        talk.worker.removed(sandbox.id());
        assertThat(second.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aDialThatFailsIsARefusalAndTheBodyIsDrained() {
        talk.clientSays(post("Content-Length: 6\r\n") + "abc");
        talk.dialer.last().fail(ReasonCode.DNS_FAILED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 Failed: dns_failed\r\n");
        talk.clientSays("def" + GET);
        assertThat(talk.dialer.attempts()).hasSize(2);
    }
}
