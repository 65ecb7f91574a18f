package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.AfterEach;

/** A sandbox and a target that open a WebSocket, byte for byte, without sockets. */
abstract class WebSocketConversation {
    /** Key and answer of RFC 6455 section 1.3. */
    static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
    static final int MOST_BYTES = 100_000;
    static final int MOST_JUDGED_BYTES = 1_000;
    static final int MOST_MESSAGES = 20;

    final Conversation talk = new Conversation(
            ProxyLimits.DEFAULT.with(new WebSocketLimits(MOST_BYTES, MOST_JUDGED_BYTES, MOST_MESSAGES)), true);
    final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));

    @AfterEach
    void close() {
        talk.close();
    }

    static String handshake(String... lines) {
        return "GET http://a.test/live HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + String.join("\r\n", lines) + "\r\n\r\n";
    }

    static String handshake() {
        return handshake(
                "Upgrade: websocket",
                "Connection: keep-alive, Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: " + KEY);
    }

    static String switching(String... more) {
        String lines = more.length == 0 ? "" : String.join("\r\n", more) + "\r\n";
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                + ACCEPT + "\r\n" + lines + "\r\n";
    }

    EmbeddedChannel asked() {
        talk.clientSays(handshake());
        return talk.connect();
    }

    EmbeddedChannel opened() {
        EmbeddedChannel target = asked();
        talk.hear(target);
        talk.say(target, switching());
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 101 ");
        return target;
    }

    /** Asserts how it ended for both sides, with the codes that they were told. */
    AuditEvent ended(EmbeddedChannel target, ReasonCode reason, int code) {
        AuditEvent end = talk.records().getLast();
        assertThat(end.reason()).isEqualTo(reason);
        assertThat(end.kind()).isEqualTo("end");
        assertThat(closeCode(talk.clientHears(), 2)).isEqualTo(code);
        assertThat(closeCode(talk.hear(target), 6)).isEqualTo(code);
        assertThat(target.isActive()).isFalse();
        return end;
    }

    /** The code of the close frame with which {@code heard} ends, whose payload stands behind {@code head} bytes. */
    private static int closeCode(String heard, int head) {
        int at = heard.lastIndexOf(0x88);
        assertThat(at).as("a close frame in %s", heard).isNotNegative();
        return heard.charAt(at + head) << 8 | heard.charAt(at + head + 1);
    }
}
