package io.sallyport.proxy.relay;

import static io.sallyport.proxy.support.GrantedCredentials.PLACEHOLDER;
import static io.sallyport.proxy.support.GrantedCredentials.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.GrantedCredentials;
import io.sallyport.proxy.support.TestSandboxes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of a WebSocket that a credential is attached to: what is filled in, and what must not come back. */
class CredentialMessagesTest {
    private static final int MOST_BYTES = 10_000;
    private static final int MOST_HELD_BYTES = 300;
    private static final String STARS = "*".repeat(SECRET.length());
    private static final String IDENTIFY = "{\"op\":2,\"d\":{\"token\":\"" + PLACEHOLDER + "\"}}";
    private static final String IDENTIFIED = "{\"op\":2,\"d\":{\"token\":\"hub-value-with-\\\"signs\\\"\"}}";

    private final Conversation talk = new Conversation(
            ProxyLimits.DEFAULT.with(new WebSocketLimits(MOST_BYTES, MOST_HELD_BYTES, 100)), new GrantedCredentials());
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", GrantedCredentials.granting());
    private EmbeddedChannel target = new EmbeddedChannel();

    @BeforeEach
    void open() {
        target.finishAndReleaseAll();
        talk.clientSays(WebSocketConversation.handshake());
        target = talk.connect();
        talk.hear(target);
        talk.say(target, WebSocketConversation.switching("X-Echo: " + SECRET));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 101 ").contains("X-Echo: " + STARS);
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private void ends(ReasonCode reason) {
        AuditEvent end = talk.records().getLast();
        assertThat(end.kind()).isEqualTo("end");
        assertThat(end.reason()).isEqualTo(reason);
        assertThat(end.toString()).doesNotContain("value-with");
        assertThat(talk.clientHears()).contains("sallyport: " + reason.word()).doesNotContain("value-with");
        assertThat(talk.hear(target)).doesNotContain("Placeholder", "value-with");
        assertThat(target.isActive()).isFalse();
    }

    @Test
    void aTextMessageIsFilledInOneFrame() {
        talk.clientSays(Frames.ofClient(Frames.TEXT, IDENTIFY));
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, IDENTIFIED));
        talk.clientSays(Frames.ofClient(Frames.TEXT, PLACEHOLDER));
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, SECRET));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "hello") + Frames.ofClient(Frames.BINARY, "\u00ff\0"));
        assertThat(talk.hear(target))
                .isEqualTo(Frames.ofClient(Frames.TEXT, "hello") + Frames.ofClient(Frames.BINARY, "\u00ff\0"));
    }

    @Test
    void aPlaceholderIsFilledOverFragments() {
        for (int at = 0; at < IDENTIFY.length(); at++) {
            int first = (at == IDENTIFY.length() - 1 ? 0x80 : 0) | (at == 0 ? Frames.TEXT : 0);
            talk.clientSays(Frames.ofClient(first, 1, IDENTIFY.substring(at, at + 1)));
        }
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, IDENTIFIED));
        talk.clientSays(Frames.ofClient(Frames.CLOSE, ""));
        talk.say(target, Frames.ofServer(Frames.CLOSE, ""));
        AuditEvent end = talk.records().getLast();
        assertThat(end.request().bytesIn()).as("no length of a secret").isEqualTo(IDENTIFY.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token " + PLACEHOLDER,
                "{\"" + PLACEHOLDER + "\":1}",
                "{\"d\":\"" + PLACEHOLDER + "!\"}",
                "{\"d\":\"SallyportPlaceholderId9999999999AB\"}",
                "{\"d\":\"\\u0053allyportPlaceholderId9999999999AB\"}"
            })
    void whereItHasNoPlaceTheWebSocketEnds(String message) {
        talk.clientSays(Frames.ofClient(Frames.TEXT, message));
        ends(ReasonCode.CREDENTIAL_UNRESOLVED);
    }

    @Test
    void aBinaryMessageMayHaveNone() {
        talk.clientSays(Frames.ofClient(0x02, 20, "\u00ff" + PLACEHOLDER.substring(0, 19)));
        assertThat(talk.hear(target)).isEmpty();
        String rest = PLACEHOLDER.substring(19);
        talk.clientSays(Frames.ofClient(0x80, rest.length(), rest));
        ends(ReasonCode.CREDENTIAL_UNRESOLVED);
    }

    @Test
    void aMessageBeyondTheBoundEndsIt() {
        talk.clientSays(Frames.ofClient(Frames.TEXT, "x".repeat(MOST_HELD_BYTES + 1)));
        ends(ReasonCode.MESSAGE_TOO_LARGE);
    }

    @Test
    void aMessageOfTheTargetShowsNoSecret() {
        talk.say(target, Frames.ofServer(Frames.TEXT, "you said " + SECRET + "!"));
        assertThat(talk.clientHears()).endsWith("you said " + STARS + "!").doesNotContain("value-with");
        talk.say(target, Frames.ofServer(Frames.BINARY, "\u00ff" + SECRET));
        assertThat(talk.clientHears()).isEqualTo(Frames.ofServer(Frames.BINARY, "\u00ff" + STARS));
        String encoded = Base64.getEncoder().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8));
        talk.say(target, Frames.ofServer(Frames.TEXT, encoded));
        assertThat(talk.clientHears()).contains("*".repeat(28)).doesNotContain(encoded.substring(4, 20));
    }

    @Test
    void aSecretIsHiddenOverFragmentsAndReads() {
        String said = Frames.utf8("é") + SECRET + Frames.utf8("€");
        for (int at = 0; at < said.length(); at++) {
            int first = (at == said.length() - 1 ? 0x80 : 0) | (at == 0 ? Frames.TEXT : 0);
            talk.say(target, Frames.head(first, 0, 1) + said.charAt(at));
            talk.say(target, Frames.ofServer(Frames.PING, "p"));
        }
        assertThat(payload(talk.clientHears())).isEqualTo(Frames.utf8("é") + STARS + Frames.utf8("€"));
    }

    /** What could be the beginning of a secret waits, but not beyond the end of its message. */
    @Test
    void theEndOfAMessageIsNotHeldBack() {
        String half = SECRET.substring(0, 10);
        talk.say(target, Frames.head(Frames.TEXT, 0, 10) + half);
        assertThat(talk.clientHears()).isEmpty();
        talk.say(target, Frames.head(0x80, 0, 0));
        assertThat(talk.clientHears()).isEqualTo(Frames.ofServer(Frames.TEXT, half));
        talk.say(target, Frames.ofServer(Frames.TEXT, SECRET.substring(10)));
        assertThat(talk.clientHears()).isEqualTo(Frames.ofServer(Frames.TEXT, SECRET.substring(10)));
    }

    @Test
    void controlFramesShowNoneEither() {
        talk.say(target, Frames.ofServer(Frames.PING, SECRET));
        assertThat(talk.clientHears()).isEqualTo(Frames.ofServer(Frames.PING, STARS));
        talk.say(target, Frames.closeOfServer(1000, "bye " + SECRET));
        assertThat(talk.clientHears()).isEqualTo(Frames.closeOfServer(1000, "bye " + STARS));
    }

    @Test
    void aWebSocketEndsWhereItsCredentialIsTakenAway() {
        TestSandboxes.change(sandbox, null, TestSandboxes.allowing(_ -> true));
        talk.worker.sweep();
        ends(ReasonCode.POLICY_CHANGED);
    }

    /** The payload of frames of fewer than 126 bytes, without those of pings. */
    private static String payload(String frames) {
        var payload = new StringBuilder();
        for (int at = 0; at < frames.length(); at += 2 + frames.charAt(at + 1)) {
            if ((frames.charAt(at) & 0x0f) != Frames.PING) {
                payload.append(frames, at + 2, at + 2 + frames.charAt(at + 1));
            }
        }
        return payload.toString();
    }
}
