package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Clients that have closed their half after a complete request: what they receive, and when they count as gone. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class HalfClosedConversationTest extends ForwardConversation {
    private static final String INTERIM = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final String CONNECT = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + AS + "\r\n";
    private static final Duration ONE_SWEEP = Duration.ZERO;

    private void assertCut(EmbeddedChannel upstream) {
        assertThat(talk.client.isActive()).isFalse();
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    @Test
    void isAskedByAnInterimAnswerAndGetsItsAnswer() {
        EmbeddedChannel upstream = send(GET);
        talk.clientEnds();
        assertThat(talk.clientHears()).isEmpty();
        talk.pass(ONE_SWEEP);
        assertThat(talk.clientHears()).isEqualTo(INTERIM);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(lastReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void isAskedWhileItsTargetIsDialled() {
        talk.clientSays(GET);
        talk.clientEnds();
        talk.pass(ONE_SWEEP);
        assertThat(talk.clientHears()).isEqualTo(INTERIM);
        talk.hangUp(talk.client);
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    @Test
    void isAskedAgainEachTimeItHasWaitedTwiceAsLong() {
        send(GET);
        talk.clientEnds();
        talk.pass(Duration.ofSeconds(7));
        assertThat(talk.clientHears()).isEqualTo(INTERIM.repeat(4));
        talk.pass(Duration.ofSeconds(7));
        assertThat(talk.clientHears()).isEqualTo(INTERIM);
    }

    @Test
    void whoHasEndedNothingIsAskedNothing() {
        send(GET);
        talk.pass(Duration.ofSeconds(30));
        assertThat(talk.clientHears()).isEmpty();
    }

    @Test
    void isAskedInsideAChunkedAnswerByAZeroThatLeadsTheNextSize() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        talk.clientEnds();
        assertThat(talk.clientHears()).endsWith("\r\n\r\n3\r\nabc\r\n");
        talk.pass(Duration.ofSeconds(1));
        assertThat(talk.clientHears()).isEqualTo("00");
        talk.say(upstream, "2\r\nde\r\n0\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("2\r\nde\r\n0\r\n\r\n");
        assertThat(lastReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void isTakenForGoneWhereHttp10KnowsNoInterimAnswers() {
        EmbeddedChannel upstream = send("GET http://a.test/p?q HTTP/1.0\r\nHost: a.test\r\n" + AS + "\r\n");
        talk.clientEnds();
        talk.pass(ONE_SWEEP);
        assertThat(upstream.isActive()).isTrue();
        talk.pass(ONE_SWEEP);
        assertThat(talk.clientHears()).isEmpty();
        assertCut(upstream);
    }

    @Test
    void isTakenForGoneWhereAnAnswerOfASetLengthStandsStill() {
        EmbeddedChannel upstream = send(GET);
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
        talk.clientEnds();
        talk.pass(ONE_SWEEP);
        talk.say(upstream, "def");
        talk.pass(ONE_SWEEP);
        assertThat(upstream.isActive()).as("something moved").isTrue();
        talk.pass(ONE_SWEEP);
        assertCut(upstream);
    }

    @Test
    void behindEarlyBytesOfItsConnectIsTakenForGoneWhileTheTargetIsDialled() {
        talk.clientSays(CONNECT + ClientHellos.to("a.test"));
        talk.clientEnds();
        talk.pass(Duration.ofSeconds(1));
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }
}
