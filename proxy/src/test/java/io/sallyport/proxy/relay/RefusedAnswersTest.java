package io.sallyport.proxy.relay;

import static io.sallyport.proxy.support.GrantedCredentials.PLACEHOLDER;
import static io.sallyport.proxy.support.GrantedCredentials.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.GrantedCredentials;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that have the secret in them, byte for byte, where it refuses them. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class RefusedAnswersTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String CAUGHT = "the secret of hub came back";

    private final Conversation talk = new Conversation(new GrantedCredentials(InAnswers.REFUSE));

    RefusedAnswersTest() {
        talk.sandboxes.add("sb-1", GrantedCredentials.granting());
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private EmbeddedChannel ask() {
        talk.clientSays("GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "X-Key: "
                + PLACEHOLDER + "\r\n\r\n");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).contains(SECRET);
        return target;
    }

    private void isRefused(EmbeddedChannel target) {
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 502 ")
                .contains("credential_in_answer")
                .doesNotContain("value-with");
        isRecorded(target);
    }

    private void isCut(EmbeddedChannel target) {
        assertThat(talk.clientHears()).doesNotContain("value-with").doesNotContain("0\r\n\r\n");
        assertThat(talk.client.isActive()).isFalse();
        isRecorded(target);
    }

    private void isRecorded(EmbeddedChannel target) {
        AuditEvent record = talk.records().getLast();
        assertThat(record.reason()).isEqualTo(ReasonCode.CREDENTIAL_IN_ANSWER);
        assertThat(record.toString()).contains(CAUGHT).doesNotContain("value-with");
        assertThat(target.isActive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Echo: you said %s!", "Set-Cookie: t=%s", "X-%s: x"})
    void aFieldWithItRefusesTheAnswer(String field) {
        EmbeddedChannel target = ask();
        String said = field.startsWith("X-%s") ? base64Inner() : SECRET;
        talk.say(target, OK + field.formatted(said) + "\r\nContent-Length: 0\r\n\r\n");
        isRefused(target);
    }

    /** The part of the secret's Base64 that only the secret has; a name of a field may be made of it. */
    private static String base64Inner() {
        return base64().substring(0, 29);
    }

    private static String base64() {
        return Base64.getUrlEncoder().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anInterimAnswerWithItRefusesAll() {
        EmbeddedChannel target = ask();
        talk.say(target, "HTTP/1.1 103 Early Hints\r\nLink: <" + SECRET + ">\r\n\r\n");
        isRefused(target);
    }

    @Test
    void aBodyThatComesWithItsHeadRefusesTheWholeAnswer() {
        EmbeddedChannel target = ask();
        talk.say(target, OK + "Content-Length: 23\r\n\r\n" + "x" + SECRET + "y");
        isRefused(target);
    }

    @Test
    void itsBase64RefusesTheAnswerToo() {
        EmbeddedChannel target = ask();
        talk.say(target, OK + "Content-Length: 28\r\n\r\n" + base64());
        isRefused(target);
    }

    @Test
    void whatFollowsAHeadIsCutWhereTheSecretBegins() {
        EmbeddedChannel target = ask();
        talk.say(target, CHUNKED + "5\r\nfirst\r\n");
        assertThat(talk.clientHears()).startsWith(OK).endsWith("5\r\nfirst\r\n");
        talk.say(target, "1f\r\nthen " + SECRET + " then\r\n0\r\n\r\n");
        isCut(target);
    }

    @Test
    void aSecretThatIsSplitOverChunksIsCutBeforeItsFirstCharacter() {
        EmbeddedChannel target = ask();
        talk.say(target, CHUNKED);
        assertThat(talk.clientHears()).startsWith(OK);
        for (int at = 0; at < SECRET.length(); at++) {
            talk.say(target, "1\r\n" + SECRET.charAt(at) + "\r\n");
        }
        assertThat(talk.clientHears()).isEmpty();
        isCut(target);
    }

    @Test
    void aBeginningThatIsNoSecretPasses() {
        EmbeddedChannel target = ask();
        String half = SECRET.substring(0, 10);
        talk.say(target, CHUNKED + "a\r\n" + half + "\r\n");
        talk.say(target, "1\r\n#\r\n0\r\n\r\n");
        assertThat(talk.clientHears()).contains(half).endsWith("0\r\n\r\n");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void aTrailerWithItLeavesTheAnswerWithoutItsEnd() {
        EmbeddedChannel target = ask();
        talk.say(target, CHUNKED + "1\r\nx\r\n");
        assertThat(talk.clientHears()).endsWith("x\r\n");
        talk.say(target, "0\r\nX-T: " + SECRET + "\r\n\r\n");
        isCut(target);
    }

    private EmbeddedChannel open() {
        talk.clientSays(WebSocketConversation.handshake());
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        return target;
    }

    @Test
    void aSwitchingAnswerWithItOpensNoWebSocket() {
        EmbeddedChannel target = open();
        talk.say(target, WebSocketConversation.switching("X-Echo: " + SECRET));
        isRefused(target);
    }

    @Test
    void aMessageWithItEndsTheWebSocketWith1008() {
        EmbeddedChannel target = open();
        talk.say(target, WebSocketConversation.switching("X-Echo: none"));
        talk.clientHears();
        talk.say(target, Frames.ofServer(Frames.TEXT, "hello"));
        assertThat(talk.clientHears()).isEqualTo(Frames.ofServer(Frames.TEXT, "hello"));
        talk.say(target, Frames.head(Frames.TEXT, 0, 10) + SECRET.substring(0, 10));
        talk.say(target, Frames.head(0x80, 0, SECRET.length() - 10) + SECRET.substring(10));
        isClosed(target);
    }

    @Test
    void aControlFrameWithItEndsTheWebSocketToo() {
        EmbeddedChannel target = open();
        talk.say(target, WebSocketConversation.switching("X-Echo: none"));
        talk.clientHears();
        talk.say(target, Frames.closeOfServer(1000, "bye " + SECRET));
        isClosed(target);
    }

    private void isClosed(EmbeddedChannel target) {
        assertThat(talk.clientHears())
                .contains((char) 0x03 + "" + (char) 0xf0 + "sallyport: credential_in_answer: ")
                .doesNotContain("value-with");
        AuditEvent end = talk.records().getLast();
        assertThat(end.reason()).isEqualTo(ReasonCode.CREDENTIAL_IN_ANSWER);
        assertThat(end.toString()).contains(CAUGHT);
        assertThat(target.isActive()).isFalse();
    }
}
