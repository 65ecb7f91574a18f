package io.sallyport.proxy.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that only a rule in report mode reads: they pass as ever, and the record says what the rule says. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class ReportedBodiesTest extends ForwardConversation {
    private static final int MOST_BYTES = 1 << 20;

    /** Reports what says so; of a longer body, that it is one. */
    private static final class Reports implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(Obligations.NONE);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            RequestBody body = headers.body();
            return new Judgement(
                    decide(request).reporting(body == null ? Reported.AWAITS_BODY : said(body)),
                    body == null,
                    true,
                    null);
        }

        private static Reported said(RequestBody body) {
            boolean denied = !body.isWhole() || new String(body.bytes(), UTF_8).contains("deny");
            String rule = body.isWhole() ? "guardrails:no" : "guardrails:unreadable";
            return denied ? new Reported(List.of(new DenyRule(rule, "m")), false) : Reported.NONE;
        }
    }

    @BeforeEach
    void judge() {
        TestSandboxes.change(sandbox, null, new Reports());
    }

    private AuditEvent answered(EmbeddedChannel upstream) {
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        talk.settle();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.sandboxes.buffers().used()).isZero();
        return talk.records().getFirst();
    }

    private static List<String> rules(AuditEvent record) {
        return record.facts().reported().denies().stream().map(DenyRule::rule).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 9\r\n\r\nxx deny x",
                "Transfer-Encoding: chunked\r\n\r\n2\r\nde\r\n2\r\nny\r\n0\r\n\r\n"
            })
    void whatItWouldRefusePassesAndIsRecorded(String rest) {
        EmbeddedChannel upstream = send("POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + AS + rest);
        assertThat(talk.hear(upstream)).contains("ny");
        AuditEvent record = answered(upstream);
        assertThat(rules(record)).containsExactly("guardrails:no");
        assertThat(record.facts().reported().notAsked()).isFalse();
        assertThat(record.reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void whatItDoesNotMeanLeavesNothing() {
        EmbeddedChannel upstream = send(post("Content-Length: 2\r\n") + "ok");
        assertThat(answered(upstream).facts().reported()).isEqualTo(Reported.NONE);
    }

    @Test
    void theTargetHearsTheHeadBeforeTheBodyIsWhole() {
        EmbeddedChannel upstream = send(post("Content-Length: 4\r\nExpect: 100-continue\r\n"));
        assertThat(talk.hear(upstream)).contains("Expect: 100-continue\r\n");
        talk.say(upstream, "HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        talk.clientSays("de");
        assertThat(talk.hear(upstream)).isEqualTo("de");
        talk.clientSays("ny");
        assertThat(rules(answered(upstream))).containsExactly("guardrails:no");
    }

    @Test
    void aLongBodyIsReportedByItsBeginning() {
        talk.clientSays(post("Content-Length: " + 2 * MOST_BYTES + "\r\n"));
        EmbeddedChannel upstream = talk.connect();
        for (int sent = 0; sent < 2 * MOST_BYTES; sent += 0x10000) {
            talk.clientSays("x".repeat(0x10000));
            talk.settle();
            talk.hear(upstream);
        }
        AuditEvent record = answered(upstream);
        assertThat(rules(record)).containsExactly("guardrails:unreadable");
        assertThat(record.request().bytesIn()).isEqualTo(2 * MOST_BYTES);
    }

    @Test
    void theLastBytesOfTheAnswerWaitForWhatIsSaidBesideTheEventLoop() {
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        EmbeddedChannel upstream = send(post("Content-Length: 20000\r\n") + "x".repeat(20_000 - 4) + "deny");
        assertThat(talk.hear(upstream)).endsWith("deny");
        talk.say(upstream, OK);
        assertThat(talk.records()).isEmpty();
        waiting.removeFirst().run();
        talk.settle();
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(rules(talk.records().getFirst())).containsExactly("guardrails:no");
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void whoLeavesMeanwhileLeavesOneRecordWithoutIt() {
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        EmbeddedChannel upstream = send(post("Content-Length: 20000\r\n") + "x".repeat(20_000));
        assertThat(talk.hear(upstream)).endsWith("xxx");
        talk.hangUp(talk.client);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().facts().reported().notAsked()).isTrue();
        waiting.removeFirst().run();
        talk.settle();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void whatFindsNoPlaceToBeAskedPasses() {
        talk.judging = _ -> {
            throw new RejectedExecutionException();
        };
        EmbeddedChannel upstream = send(post("Content-Length: 20000\r\n") + "x".repeat(20_000));
        assertThat(talk.hear(upstream)).endsWith("xxx");
        assertThat(answered(upstream).facts().reported().notAsked()).isTrue();
    }

    @Test
    void anAnswerBeforeTheBodyIsWholeIsNotWaitedFor() {
        EmbeddedChannel upstream = send(post("Content-Length: 9\r\n") + "deny");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(talk.records().getFirst().facts().reported().notAsked()).isTrue();
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void ofAStreamTheLineOfItsEndSaysIt() {
        EmbeddedChannel upstream = send(post("Content-Length: 8\r\n") + "xxxx");
        talk.say(
                upstream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "4\r\n:ok\n\r\n");
        assertThat(talk.clientHears()).contains(":ok");
        talk.clientSays("deny");
        talk.settle();
        talk.say(upstream, "0\r\n\r\n");
        assertThat(talk.records()).hasSize(2);
        assertThat(talk.records().getFirst().facts().reported().notAsked()).isTrue();
        assertThat(rules(talk.records().getLast())).containsExactly("guardrails:no");
    }

    @Test
    void nothingIsCopiedWhereNoRuleReportsOnBodies() {
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts("a.test"));
        talk.clientSays(post("Content-Length: 9\r\n") + "deny");
        talk.settle();
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).endsWith("deny");
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }
}
