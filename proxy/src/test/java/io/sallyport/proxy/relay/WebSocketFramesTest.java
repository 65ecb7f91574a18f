package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of a WebSocket that is open, and its end. */
class WebSocketFramesTest extends WebSocketConversation {
    private final EmbeddedChannel target = opened();

    @Test
    void passBothWaysAsTheyAre() {
        String up = Frames.ofClient(Frames.TEXT, Frames.utf8("grüß"))
                + Frames.ofClient(Frames.PING, "p")
                + Frames.ofClient(Frames.BINARY, "\0\u00ff".repeat(40_000))
                + Frames.ofClient(Frames.TEXT, "");
        talk.clientSays(up);
        assertThat(talk.hear(target)).isEqualTo(up);
        String down = Frames.ofServer(Frames.TEXT, "x".repeat(126)) + Frames.ofServer(Frames.PONG, "");
        talk.say(target, down);
        assertThat(talk.clientHears()).isEqualTo(down);
    }

    @Test
    void aMessageInPiecesGoesOnInFragmentsUnderTheSameMask() {
        talk.clientSays(Frames.head(0x80 | Frames.TEXT, 0x80, 7) + Frames.key() + Frames.masked("abc", 0));
        assertThat(talk.hear(target))
                .isEqualTo(Frames.head(Frames.TEXT, 0x80, 3) + Frames.key() + Frames.masked("abc", 0));
        talk.clientSays(Frames.masked("defg", 3));
        assertThat(talk.hear(target)).isEqualTo(Frames.head(0x80, 0x80, 4) + Frames.key(3) + Frames.masked("defg", 3));
    }

    @Test
    void framesThatComeByteByByteAreReadAlike() {
        String frames = Frames.ofServer(Frames.BINARY, "y".repeat(300)) + Frames.ofServer(Frames.PING, "p");
        frames.chars().forEach(one -> talk.say(target, Character.toString(one)));
        String heard = talk.clientHears();
        assertThat(heard.chars().filter(c -> c == 'y')).hasSize(300);
        assertThat(heard).endsWith(Frames.ofServer(Frames.PING, "p"));
    }

    private static List<String> brokenFrames() {
        return List.of(
                Frames.ofServer(Frames.TEXT, "unmasked"),
                Frames.ofClient(0xc1, 1, "x"),
                Frames.ofClient(0x83, 1, "x"),
                Frames.ofClient(0x8b, 1, "x"),
                Frames.ofClient(0x80, 1, "x"),
                Frames.ofClient(0x01, 1, "x") + Frames.ofClient(Frames.TEXT, "y"),
                Frames.ofClient(0x09, 1, "x"),
                Frames.ofClient(0x89, 126, ""),
                "\u0082\u00ff\u0080\0\0\0\0\0\0\0" + Frames.key(),
                Frames.ofClient(Frames.CLOSE, "x"),
                Frames.closeOfClient(1005, ""),
                Frames.closeOfClient(999, ""),
                Frames.closeOfClient(5000, ""));
    }

    @ParameterizedTest
    @MethodSource("brokenFrames")
    void aBrokenFrameEndsBothSides(String frames) {
        talk.clientSays(frames);
        assertThat(ended(target, ReasonCode.MALFORMED_REQUEST, 1002).facts().detail())
                .contains("sent 0 messages");
    }

    @Test
    void aBrokenFrameOfTheTargetEndsBothSides() {
        talk.say(target, Frames.ofClient(Frames.TEXT, "masked"));
        ended(target, ReasonCode.UPSTREAM_MALFORMED, 1002);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00ff", "\u00c0\u0080", "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080", "\u00e2\u0082"})
    void textThatIsNoUtf8GoesNoFurther(String bytes) {
        talk.clientSays(Frames.ofClient(Frames.TEXT, bytes));
        ended(target, ReasonCode.MALFORMED_REQUEST, 1007);
    }

    @Test
    void aCharacterMayStandInTwoFragments() {
        talk.clientSays(Frames.ofClient(0x01, 2, "\u00e2\u0082") + Frames.ofClient(0x80, 1, "\u00ac"));
        assertThat(talk.hear(target)).hasSize(2 + 4 + 2 + 2 + 4 + 1);
    }

    @Test
    void aMessageOverItsBoundIsRefusedByItsLength() {
        talk.clientSays(Frames.ofClient(0x02, 60_000, "x".repeat(60_000)));
        talk.hear(target);
        talk.clientSays(Frames.head(0x80, 0x80, MOST_BYTES - 59_999) + Frames.key());
        ended(target, ReasonCode.MESSAGE_TOO_LARGE, 1009);
    }

    @Test
    void tooManyMessagesInASecondEndIt() {
        talk.clientSays(Frames.ofClient(Frames.PING, "").repeat(MOST_MESSAGES));
        talk.clock.advance(Duration.ofSeconds(1));
        talk.clientSays(Frames.ofClient(Frames.PING, "").repeat(MOST_MESSAGES));
        assertThat(talk.records()).hasSize(1);
        talk.clientSays(Frames.ofClient(Frames.PING, ""));
        ended(target, ReasonCode.RATE_LIMITED, 1013);
    }

    @Test
    void closesInOrderAndTheRecordSaysHow() {
        talk.clientSays(Frames.ofClient(Frames.TEXT, "bye") + Frames.closeOfClient(1000, "done") + "ignored");
        assertThat(talk.hear(target))
                .isEqualTo(Frames.ofClient(Frames.TEXT, "bye") + Frames.closeOfClient(1000, "done"));
        talk.say(target, Frames.closeOfServer(1000, "done"));
        assertThat(talk.clientHears()).isEqualTo(Frames.closeOfServer(1000, "done"));
        assertThat(target.isActive()).isFalse();
        var end = talk.records().getLast();
        assertThat(end.reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(end.facts().detail()).isEqualTo("sent 1 messages, received 0; closed by the client with 1000");
        assertThat(end.request().bytesIn()).isEqualTo(3 + 6);
        assertThat(end.request().bytesOut()).isEqualTo(6);
    }

    @Test
    void aNewPolicyThatRefusesItEndsItAtOnce() {
        talk.clientSays(Frames.head(0x80 | Frames.TEXT, 0x80, 7) + Frames.key() + Frames.masked("abc", 0));
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts("b.test"));
        talk.worker.policyChanged(sandbox.id());
        String heard = talk.clientHears();
        String id = talk.records().getFirst().auditId();
        assertThat(heard).contains("sallyport: policy_changed: " + id + ": the policy changed");
        assertThat(heard.length()).isLessThanOrEqualTo(2 + 125);
        assertThat(talk.hear(target)).endsWith(Frames.head(0x88, 0x80, 2) + "\0\0\0\0\u0003\u00f0");
        assertThat(talk.client.isActive())
                .as("waits for the client's close frame")
                .isTrue();
        talk.clientSays(Frames.masked("defg", 3) + Frames.closeOfClient(1008, ""));
        talk.clientEnds();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aNewPolicyThatReadsMessagesEndsWhatPassesUnread() {
        TestSandboxes.change(sandbox, null, _ -> TestSandboxes.allow(Obligations.NONE.reading(MessageReading.JUDGED)));
        talk.worker.policyChanged(sandbox.id());
        ended(target, ReasonCode.POLICY_CHANGED, 1008);
    }

    @Test
    void aLeaseThatEndsEndsItWithinASecond() {
        TestSandboxes.change(sandbox, talk.clock.instant().plusSeconds(5), TestSandboxes.hosts("a.test"));
        talk.pass(Duration.ofSeconds(6));
        ended(target, ReasonCode.LEASE_EXPIRED, 1008);
        talk.pass(Duration.ofSeconds(2));
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void removalOfTheSandboxEndsIt() {
        talk.worker.removed(sandbox.id());
        ended(target, ReasonCode.LEASE_REVOKED, 1008);
    }

    @Test
    void aDrainingGatewaySaysThatItGoes() {
        talk.worker.stop(() -> {});
        ended(target, ReasonCode.SHUTTING_DOWN, 1001);
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void silenceEndsIt() {
        talk.pass(Duration.ofMinutes(5).plusSeconds(2));
        ended(target, ReasonCode.IDLE_TIMEOUT, 1001);
    }

    @Test
    void aTargetThatOnlyClosesIsABadGateway() {
        talk.hangUp(target);
        assertThat(talk.clientHears())
                .contains("upstream_closed")
                .startsWith(Frames.head(0x88, 0, 125).substring(0, 1));
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.UPSTREAM_CLOSED);
    }

    @Test
    void aClientThatOnlyClosesIsToldToTheTarget() {
        talk.hangUp(talk.client);
        assertThat(talk.hear(target)).endsWith("\u0003\u00e9");
        assertThat(target.isActive()).isFalse();
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
    }
}
