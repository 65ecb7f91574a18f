package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import org.junit.jupiter.api.Test;

/** Bodies and their framing, both ways, byte for byte. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class ForwardedBodiesTest extends ForwardConversation {
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
}
