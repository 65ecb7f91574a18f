package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a WebSocket begins, and how it does not. */
class WebSocketHandshakeTest extends WebSocketConversation {
    @Test
    void goesOnAsOneOfOursWithoutExtensions() {
        talk.clientSays(handshake(
                "Upgrade: WebSocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: " + KEY,
                "Sec-WebSocket-Protocol: chat, superchat",
                "Sec-WebSocket-Extensions: permessage-deflate",
                "Origin: http://a.test"));
        String heard = talk.hear(talk.connect());
        assertThat(heard)
                .startsWith("GET /live HTTP/1.1\r\nHost: a.test\r\n")
                .contains("Connection: Upgrade\r\nUpgrade: websocket\r\n", "Sec-WebSocket-Protocol: chat, superchat")
                .contains("Sec-WebSocket-Key: " + KEY, "Origin: http://a.test")
                .doesNotContain("Extensions", "Proxy-Authorization");
        assertThat(talk.dialer.last().wire).isEqualTo(TargetProtocol.PLAIN);
    }

    @Test
    void isRecordedBeforeIts101GoesOut() {
        talk.audit.hold();
        EmbeddedChannel target = asked();
        talk.say(target, switching() + Frames.ofServer(Frames.TEXT, "early"));
        assertThat(talk.clientHears()).isEmpty();
        var record = talk.records().getLast();
        assertThat(record.facts().status()).isEqualTo(101);
        assertThat(record.request().scheme()).isEqualTo("ws");
        assertThat(record.request().protocol()).isEqualTo("websocket");
        talk.audit.release();
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
                .contains("Connection: Upgrade\r\nUpgrade: websocket\r\n")
                .endsWith("\r\n\r\n" + Frames.ofServer(Frames.TEXT, "early"));
    }

    @Test
    void withoutARecordNothingBegins() {
        EmbeddedChannel target = asked();
        talk.audit.stopWriting();
        talk.say(target, switching());
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 503 ").contains("audit_unavailable");
        assertThat(target.isActive()).isFalse();
    }

    @Test
    void isJudgedUnderItsOwnScheme() {
        TestSandboxes.change(sandbox, null, TestSandboxes.allowing(request -> request.scheme() == Scheme.HTTP));
        talk.clientSays(handshake());
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Version: 8|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13",
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: c2hvcnQ=",
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ",
                "Upgrade: websocket|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Upgrade: h2c, websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Upgrade: websocket|Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==|Content-Length: 5",
            })
    void aHandshakeThatIsNoneIsRefusedAndNothingIsDialled(String lines) {
        talk.clientSays(handshake(lines.split("\\|")));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 ").contains("malformed_request");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aBodyOfNoBytesIsNone() {
        talk.clientSays(handshake(
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Content-Length: 0"));
        assertThat(talk.clientHears()).isEmpty();
        assertThat(talk.dialer.attempts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "14", "013", "13, 8", "x"})
    void anotherVersionIsToldWhichIsServed(String version) {
        talk.clientSays(handshake(
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: " + version,
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="));
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 426 Rejected: websocket_version\r\n")
                .contains("\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.client.isActive()).isTrue();
    }

    @Test
    void noneIsServedUnderTheGatewaysOwnName() {
        talk.clientSays(handshake().replace("a.test", "sallyport.internal"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: upgrade_refused\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Upgrade: WebSocket             | Upgrade: h2c",
                "Upgrade: WebSocket             | X: y",
                "Connection: Upgrade            | Connection: close",
                "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=   | s3pPLMBiTxaQ9kYGzzhZRbK+xOp=",
                "Connection: Upgrade            | Connection: Upgrade\\nSec-WebSocket-Extensions: permessage-deflate",
                "Connection: Upgrade            | Connection: Upgrade\\nSec-WebSocket-Protocol: unasked",
                "Connection: Upgrade            | Connection: Upgrade\\nContent-Length: 5",
                "HTTP/1.1 101                   | HTTP/1.0 101",
            })
    void anAnswerThatIsNo101OfOursEndsTheConnection(String said, String instead) {
        EmbeddedChannel target = asked();
        talk.say(target, switching().replace(said, instead.replace("\\n", "\r\n")) + "GET / HTTP/1.1\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 Failed: upstream_malformed\r\n");
        assertThat(target.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }

    @Test
    void anotherAnswerIsOneOfHttp() {
        EmbeddedChannel target = asked();
        talk.say(target, "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 401 Unauthorized\r\n")
                .endsWith("\r\n\r\nno");
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.dialer.attempts())
                .as("no connection of one serves the other")
                .hasSize(2);
    }

    @Test
    void aPipelinedFrameWaitsForThe101() {
        talk.clientSays(handshake() + Frames.ofClient(Frames.TEXT, "early"));
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).endsWith("\r\n\r\n");
        talk.say(target, switching());
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, "early"));
    }
}
