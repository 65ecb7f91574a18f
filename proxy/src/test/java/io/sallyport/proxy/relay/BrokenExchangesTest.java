package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that answer wrongly, late or not at all, and clients that disconnect. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class BrokenExchangesTest extends ForwardConversation {
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
    void aDialThatFailsIsARefusalAndTheBodyIsDrained() {
        talk.clientSays(post("Content-Length: 6\r\n") + "abc");
        talk.dialer.last().fail(ReasonCode.DNS_FAILED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 Failed: dns_failed\r\n");
        talk.clientSays("def" + GET);
        assertThat(talk.dialer.attempts()).hasSize(2);
    }
}
