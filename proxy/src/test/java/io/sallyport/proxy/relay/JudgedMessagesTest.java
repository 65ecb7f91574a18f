package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that a rule reads: whole before a byte of them goes on. */
class JudgedMessagesTest extends WebSocketConversation {
    private final List<WebSocketMessage> judged = new ArrayList<>();
    private final EmbeddedChannel target = judgedTarget();

    private EmbeddedChannel judgedTarget() {
        TestSandboxes.change(sandbox, null, new Messages());
        return opened();
    }

    /** Denies what says so. */
    private final class Messages implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(Obligations.NONE.reading(MessageReading.JUDGED));
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            WebSocketMessage message = headers.message();
            if (message != null) {
                judged.add(message);
            }
            boolean denied =
                    message != null && message.text() != null && message.text().contains("deny");
            Decision deny = new Decision.Deny(ReasonCode.GUARDRAIL, "guardrails:no", List.of());
            return new Judgement(denied ? deny : decide(request), message == null, true, null);
        }
    }

    @Test
    void fragmentsArePutTogetherAndGoOnAsOneFrame() {
        talk.clientSays(Frames.ofClient(0x01, 3, "grü".replace("ü", "\u00c3")) + Frames.ofClient(Frames.PING, "p"));
        assertThat(talk.hear(target)).as("control frames pass").isEqualTo(Frames.ofClient(Frames.PING, "p"));
        assertThat(judged).isEmpty();
        talk.clientSays(Frames.ofClient(0x80, 3, "\u00bc\u00c3\u009f"));
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, Frames.utf8("grüß")));
        assertThat(judged).containsExactly(new WebSocketMessage(true, "grüß"));
        talk.say(target, Frames.ofServer(Frames.BINARY, "\u00ff") + Frames.ofServer(Frames.TEXT, ""));
        assertThat(talk.clientHears())
                .isEqualTo(Frames.ofServer(Frames.BINARY, "\u00ff") + Frames.ofServer(Frames.TEXT, ""));
        assertThat(judged).endsWith(new WebSocketMessage(false, null), new WebSocketMessage(false, ""));
    }

    @Test
    void ofADeniedMessageNoByteGoesOn() {
        talk.clientSays(Frames.ofClient(0x01, 2, "de") + Frames.ofClient(0x80, 2, "ny"));
        String heard = talk.hear(target);
        assertThat(heard).isEqualTo(Frames.head(0x88, 0x80, 2) + "\0\0\0\0\u0003\u00f0");
        assertThat(talk.clientHears()).contains("sallyport: guardrail: ", ": a guardrail denies the request");
        var end = talk.records().getLast();
        assertThat(end.reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(end.facts().rule()).isEqualTo("guardrails:no");
        assertThat(end.facts().detail()).contains("sent 0 messages");
    }

    @Test
    void aDeniedMessageOfTheTargetNeverReachesTheSandbox() {
        talk.say(target, Frames.ofServer(Frames.TEXT, "deny this"));
        assertThat(talk.clientHears()).doesNotContain("deny this").contains("guardrail");
    }

    @Test
    void whatIsTooLargeToBeReadIsRefused() {
        talk.clientSays(Frames.ofClient(0x02, 600, "x".repeat(600)));
        talk.clientSays(Frames.head(0x80, 0x80, MOST_JUDGED_BYTES - 599) + Frames.key());
        ended(target, ReasonCode.MESSAGE_TOO_LARGE, 1009);
        assertThat(judged).isEmpty();
    }

    @Test
    void whatIsHeldIsTheSandboxsAndIsLetGo() {
        long before = talk.sandboxes.buffers().used();
        talk.clientSays(Frames.ofClient(0x02, 600, "x".repeat(600)));
        assertThat(talk.sandboxes.buffers().used()).isGreaterThan(before);
        talk.worker.removed(sandbox.id());
        assertThat(talk.sandboxes.buffers().used()).isEqualTo(before);
    }
}
