package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Judge;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ask.AskAnswer;
import io.sallyport.decision.ask.AskLimits;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for a person. */
final class HeldRequestConversationTest {
    private static final Judge ASKS = asking("guardrails:person");
    private static final Duration MINUTES = Duration.ofMinutes(10);

    private final Conversation talk = new Conversation(ProxyLimits.DEFAULT, true);
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", ASKS);
    private final HeldRequests.Watcher watcher = new HeldRequests.Watcher() {
        @Override
        public void opened(HeldRequest request) {}

        @Override
        public void ended(HeldRequest request) {}
    };

    @BeforeEach
    void somebodyWatches() {
        talk.asks.watch(watcher);
    }

    @AfterEach
    void end() {
        talk.close();
    }

    private static Judge asking(String rule) {
        return request -> denied(rule).asking((Decision.Allow) TestSandboxes.allow(Obligations.NONE));
    }

    private static Decision.Deny denied(String rule) {
        return new Decision.Deny(
                ReasonCode.GUARDRAIL, rule, List.of(new DenyRule(rule, "a person decides", null, true)));
    }

    private void asks(String method, String url) {
        talk.clientSays(method + " " + url + " HTTP/1.1\r\nHost: one.test\r\n" + Conversation.as("sb-1") + "\r\n");
    }

    private HeldRequest held() {
        assertThat(talk.asks.all()).hasSize(1);
        return talk.asks.all().getFirst();
    }

    private void allow(HeldRequest request, int uses) {
        assertThat(talk.asks.answer(request.id(), new AskAnswer.Allowed("token op", "fine", uses, MINUTES)))
                .isEqualTo(request);
        talk.settle();
    }

    private List<ReasonCode> reasons(String kind) {
        return talk.records().stream()
                .filter(event -> event.kind().equals(kind))
                .map(AuditEvent::reason)
                .toList();
    }

    @Test
    void aRequestWaitsAndGoesOnOnceItIsApproved() {
        asks("GET", "http://one.test/a?key=secret");
        assertThat(talk.clientHears()).isEmpty();
        assertThat(talk.dialer.attempts()).isEmpty();
        HeldRequest waiting = held();
        assertThat(waiting.asked()).containsExactly("guardrails:person");
        assertThat(waiting.request().target()).isEqualTo("http://one.test/a");

        allow(waiting, 1);
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).startsWith("GET /a?key=secret HTTP/1.1");
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK");
        assertThat(reasons("ask")).containsExactly(ReasonCode.GRANTED, ReasonCode.GRANTED);
        AuditEvent record = talk.records().getLast();
        assertThat(record.facts().rule()).isEqualTo("ask:" + waiting.id());
        assertThat(record.auditId()).isEqualTo(waiting.id());
    }

    @Test
    void aBodyStaysUnreadWhileItsRequestWaits() {
        talk.clientSays("POST http://one.test/ HTTP/1.1\r\nHost: one.test\r\nContent-Length: 3\r\n"
                + Conversation.as("sb-1") + "\r\nabc");
        assertThat(talk.client.config().isAutoRead()).isFalse();
        allow(held(), 1);
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).startsWith("POST / ").endsWith("\r\n\r\nabc");
    }

    @Test
    void anApprovalOfOneUseIsNotReplayed() {
        asks("GET", "http://one.test/a");
        allow(held(), 1);
        talk.say(talk.connect(), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        talk.clientHears();
        asks("GET", "http://one.test/a");
        assertThat(talk.clientHears()).isEmpty();
        assertThat(held().request().target()).isEqualTo("http://one.test/a");
    }

    @Test
    void furtherUsesAreOfTheSameRequestAndNoOther() {
        asks("GET", "http://one.test/a");
        allow(held(), 2);
        EmbeddedChannel upstream = talk.connect();
        answered(upstream);
        asks("GET", "http://one.test/a?b");
        assertThat(talk.asks.answer(held().id(), new AskAnswer.Denied("token op", "not that")))
                .isNotNull();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403").contains("ask_denied", "not that");
        asks("POST", "http://one.test/a");
        assertThat(talk.asks.answer(held().id(), new AskAnswer.Denied("token op", null)))
                .isNotNull();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403");

        asks("GET", "http://one.test/a");
        assertThat(talk.asks.all()).isEmpty();
        answered(upstream);
        asks("GET", "http://one.test/a");
        assertThat(held().request().target()).isEqualTo("http://one.test/a");
    }

    @Test
    void furtherUsesEnd() {
        asks("GET", "http://one.test/a");
        allow(held(), 2);
        answered(talk.connect());
        talk.clock.advance(MINUTES);
        asks("GET", "http://one.test/a");
        assertThat(talk.asks.all()).hasSize(1);
    }

    @Test
    void anApprovalLiftsNoRuleThatDidNotAsk() {
        asks("GET", "http://one.test/a");
        HeldRequest waiting = held();
        TestSandboxes.change(sandbox, null, asking("guardrails:another"));
        allow(waiting, 5);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403").contains("guardrails:another");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aPolicyThatRefusesMeanwhileRefusesWhatWasApproved() {
        asks("GET", "http://one.test/a");
        HeldRequest waiting = held();
        TestSandboxes.change(sandbox, null, _ -> denied("guardrails:person"));
        allow(waiting, 1);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403").contains("\"guardrail\"");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void anExpiredLeaseRefusesWhatWasApproved() {
        asks("GET", "http://one.test/a");
        TestSandboxes.change(sandbox, talk.clock.instant(), ASKS);
        allow(held(), 1);
        assertThat(talk.clientHears()).contains("lease_expired");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aUsedUpBudgetIsNotAskedAbout() {
        TestSandboxes.admission(sandbox).refuseWith(ReasonCode.BUDGET_EXHAUSTED);
        asks("GET", "http://one.test/a");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 402");
        assertThat(talk.asks.all()).isEmpty();
    }

    @Test
    void whereNobodyWatchesItIsRefusedAtOnce() {
        talk.asks.leave(watcher);
        asks("GET", "http://one.test/a");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403").contains("\"guardrail\"", "nobody is there");
        assertThat(reasons("ask")).isEmpty();
    }

    @Test
    void afterItsTimeoutItIsRefusedAndNoAnswerCounts() {
        asks("GET", "http://one.test/a");
        HeldRequest waiting = held();
        talk.pass(AskLimits.DEFAULT.timeout().plusSeconds(2));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403").contains("ask_expired");
        assertThat(talk.asks.answer(waiting.id(), new AskAnswer.Allowed("token op", null, 5, MINUTES)))
                .isNull();
        assertThat(reasons("ask")).containsExactly(ReasonCode.GRANTED, ReasonCode.ASK_EXPIRED);
        asks("GET", "http://one.test/a");
        assertThat(talk.asks.all()).hasSize(1);
    }

    @Test
    void aClientThatLeavesWaitsNoLonger() {
        asks("GET", "http://one.test/a");
        talk.hangUp(talk.client);
        assertThat(talk.asks.all()).isEmpty();
        assertThat(reasons("ask")).containsExactly(ReasonCode.GRANTED, ReasonCode.CLIENT_CLOSED);
        assertThat(reasons("http")).containsExactly(ReasonCode.CLIENT_CLOSED);
    }

    @Test
    void aSandboxThatEndsWaitsNoLonger() {
        asks("GET", "http://one.test/a");
        TestSandboxes.admission(sandbox).refuseWith(ReasonCode.LEASE_REVOKED);
        talk.worker.removed(sandbox.id());
        talk.settle();
        assertThat(talk.asks.all()).isEmpty();
        assertThat(reasons("http")).containsExactly(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void aTunnelIsOpenedAndWhatIsInsideAsks() {
        talk.clientSays("CONNECT one.test:443 HTTP/1.1\r\nHost: one.test:443\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200");
        assertThat(talk.asks.all()).isEmpty();
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.records().getFirst().facts().rule()).isEqualTo("ask");
    }

    private void answered(EmbeddedChannel upstream) {
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK");
    }
}
