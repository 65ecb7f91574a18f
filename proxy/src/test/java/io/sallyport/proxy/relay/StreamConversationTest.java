package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers without an end of their own, byte for byte, without sockets. */
class StreamConversationTest {
    private static final String EVENTS = String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "Content-Type: Text/Event-Stream; charset=utf-8",
            "Transfer-Encoding: chunked",
            "",
            "8",
            "data: 1\n",
            "");

    private final Conversation talk = new Conversation();
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));

    @AfterEach
    void close() {
        talk.close();
    }

    private EmbeddedChannel ask() {
        talk.clientSays("GET http://a.test/events HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        EmbeddedChannel upstream = talk.connect();
        talk.hear(upstream);
        return upstream;
    }

    @Test
    void eachEventIsSentOnAtOnce() {
        EmbeddedChannel upstream = ask();
        talk.say(upstream, EVENTS);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("8\r\ndata: 1\n\r\n");
        talk.say(upstream, "8\r\ndata: 2\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("8\r\ndata: 2\n\r\n");
    }

    @Test
    void aStreamIsRecordedBeforeItsFirstByteAndAtItsEnd() {
        talk.audit.hold();
        EmbeddedChannel upstream = ask();
        talk.say(upstream, EVENTS);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.clientHears()).isEmpty();
        assertThat(upstream.config().isAutoRead()).isFalse();
        talk.audit.release();
        assertThat(talk.clientHears()).endsWith("data: 1\n\r\n");
        assertThat(upstream.config().isAutoRead()).isTrue();
        talk.say(upstream, "0\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("0\r\n\r\n");
        var first = talk.records().getFirst();
        var end = talk.records().getLast();
        assertThat(first.kind()).isEqualTo("http");
        assertThat(first.facts().status()).isEqualTo(200);
        assertThat(end.kind()).isEqualTo("end");
        assertThat(end.auditId()).isEqualTo(first.auditId());
        assertThat(end.request().bytesOut()).isEqualTo(8);
        assertThat(talk.records()).hasSize(2);
    }

    @Test
    void aStreamWhoseRecordCannotBeWrittenIsCutBeforeItsFirstByte() {
        EmbeddedChannel upstream = ask();
        talk.audit.stopWriting();
        talk.say(upstream, EVENTS);
        assertThat(talk.clientHears()).isEmpty();
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aShortStreamLeavesOneLine() {
        EmbeddedChannel upstream = ask();
        talk.say(upstream, EVENTS + "0\r\n\r\n");
        assertThat(talk.clientHears()).endsWith("0\r\n\r\n");
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void aNewPolicyThatRefusesAStreamCutsItAtOnce() {
        EmbeddedChannel upstream = ask();
        talk.say(upstream, EVENTS);
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts("b.test"));
        talk.worker.policyChanged(sandbox.id());
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.POLICY_CHANGED);
    }
}
