package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.decision.rates.RateKey;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What policy attaches to a message, or reports of it. */
class MessageObligationsTest extends WebSocketConversation {
    private static final Obligations READ = Obligations.NONE.reading(MessageReading.JUDGED);
    private static final Obligations REPORTED = Obligations.NONE.reading(MessageReading.REPORTED);

    @BeforeEach
    void rates() {
        List<NamedRate> rates = List.of(twoAMinute("handshakes"), twoAMinute("messages"));
        TestSandboxes.admission(sandbox).rates(new NamedRates(rates, RateBounds.DEFAULT, () -> 0L));
    }

    private static NamedRate twoAMinute(String name) {
        return new NamedRate(name, 2, Duration.ofMinutes(1), 2, List.of(new RateKey.BySandbox()));
    }

    private static Obligations rated(String rate, MessageReading reading) {
        return new Obligations(false, Set.of(), rate, Set.of()).reading(reading);
    }

    /** Says of messages something else than of the handshake. */
    private record Said(Obligations ofHandshake, Obligations ofMessage, Reported reported) implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(ofHandshake);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            WebSocketMessage message = headers.message();
            if (message == null) {
                return new Judgement(decide(request), true, true, null);
            }
            boolean hit = "secret".equals(message.text());
            Decision allow = new Decision.Allow(
                    ReasonCode.GRANTED, null, Mode.ENFORCE, ofMessage, hit ? reported : Reported.NONE);
            return new Judgement(allow, false, true, null);
        }
    }

    private EmbeddedChannel opened(Obligations ofHandshake, Obligations ofMessage) {
        var report = new Reported(List.of(new Decision.DenyRule("guardrails:trial", "no")), false);
        TestSandboxes.change(sandbox, null, new Said(ofHandshake, ofMessage, report));
        return opened();
    }

    @Test
    void aRateOfMessagesCountsMessages() {
        EmbeddedChannel target = opened(READ, rated("messages", MessageReading.JUDGED));
        for (String text : List.of("one", "two")) {
            talk.clientSays(Frames.ofClient(Frames.TEXT, text));
            assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, text));
        }
        talk.clientSays(Frames.ofClient(Frames.TEXT, "three"));
        var end = ended(target, ReasonCode.RATE_LIMITED, 1013);
        assertThat(end.facts().rule()).isEqualTo("rate:messages");
        assertThat(end.facts().detail()).contains("sent 2 messages");
    }

    @Test
    void aRateOfTheHandshakeCountsNoMessages() {
        EmbeddedChannel target = opened(
                rated("handshakes", MessageReading.JUDGED),
                rated("handshakes", MessageReading.JUDGED).intercepting());
        for (int i = 0; i < 5; i++) {
            talk.clientSays(Frames.ofClient(Frames.TEXT, "on"));
            assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, "on"));
        }
    }

    @Test
    void ofTwoRatesOnlyThatOfTheMessageIsTaken() {
        EmbeddedChannel target =
                opened(rated("handshakes", MessageReading.JUDGED), rated("handshakes+messages", MessageReading.JUDGED));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "1").repeat(2));
        assertThat(talk.hear(target))
                .isEqualTo(Frames.ofClient(Frames.TEXT, "1").repeat(2));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "1"));
        assertThat(ended(target, ReasonCode.RATE_LIMITED, 1013).facts().rule()).isEqualTo("rate:messages");
    }

    @Test
    void whatCannotBeDoneToAMessageRefusesIt() {
        EmbeddedChannel target = opened(READ, new Obligations(false, Set.of(), null, Set.of("cookie")));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "x"));
        ended(target, ReasonCode.UNKNOWN_OBLIGATION, 1008);
    }

    @Test
    void aRateThatIsNotConfiguredRefusesTheMessage() {
        EmbeddedChannel target = opened(READ, rated("other", MessageReading.JUDGED));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "x"));
        ended(target, ReasonCode.UNKNOWN_OBLIGATION, 1008);
    }

    @Test
    void whatIsOnlyReportedPassesAndIsRecordedAtTheEnd() {
        EmbeddedChannel target = opened(REPORTED, REPORTED);
        String split = Frames.ofClient(0x01, 2, "se") + Frames.ofClient(0x80, 4, "cret");
        talk.clientSays(split + Frames.ofClient(Frames.TEXT, "secret") + Frames.ofClient(Frames.TEXT, "fine"));
        assertThat(talk.hear(target)).as("as it came").startsWith(split);
        talk.clientSays(Frames.closeOfClient(1000, ""));
        talk.say(target, Frames.closeOfServer(1000, ""));
        var end = talk.records().getLast().facts();
        assertThat(end.wouldDeny()).isTrue();
        assertThat(end.mode()).isEqualTo(Mode.REPORT);
        assertThat(end.reported().denies()).extracting(Decision.DenyRule::rule).containsExactly("guardrails:trial");
        assertThat(end.detail()).contains("sent 3 messages").contains("would have refused 2");
    }

    @Test
    void whatIsTooLargeForARuleInReportModePassesUnread() {
        EmbeddedChannel target = opened(REPORTED, REPORTED);
        String large = Frames.ofClient(Frames.BINARY, "x".repeat(MOST_JUDGED_BYTES + 1));
        long before = talk.sandboxes.buffers().used();
        talk.clientSays(large);
        assertThat(talk.hear(target)).isEqualTo(large);
        assertThat(talk.sandboxes.buffers().used()).isEqualTo(before);
        talk.clientSays(Frames.ofClient(Frames.TEXT, "secret") + Frames.closeOfClient(1000, ""));
        talk.say(target, Frames.closeOfServer(1000, ""));
        var end = talk.records().getLast().facts();
        assertThat(end.reported().notAsked()).isTrue();
        assertThat(end.detail()).contains("would have refused 1");
    }

    @Test
    void rulesInReportModeThatComeLaterEndNothing() {
        EmbeddedChannel target = opened(Obligations.NONE, Obligations.NONE);
        TestSandboxes.change(sandbox, null, _ -> TestSandboxes.allow(REPORTED));
        talk.worker.policyChanged(sandbox.id());
        talk.clientSays(Frames.ofClient(Frames.TEXT, "x"));
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, "x"));
    }
}
