package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Absolute-form requests, byte for byte, without sockets. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class ForwardConversationTest extends ForwardConversation {
    @Test
    void sendsWhatWasJudgedAndAnswersWithWhatCame() {
        EmbeddedChannel upstream = send(GET);
        assertThat(talk.hear(upstream)).isEqualTo(SENT);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        var record = talk.records().getFirst();
        assertThat(record.facts().status()).isEqualTo(200);
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
    void bytesThatNobodyAskedForCloseAKeptConnection() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, OK);
        talk.say(upstream, OK);
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.clientHears()).isEqualTo(GOT);
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
        assertThat(talk.records().getLast().facts().generation()).isEqualTo(1);
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
}
