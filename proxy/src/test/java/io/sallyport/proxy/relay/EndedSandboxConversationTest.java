package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No connection of a sandbox, idle or not, outlives its lease or its parent's by more than a second. */
class EndedSandboxConversationTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String INSIDE = "GET / HTTP/1.1\r\nHost: a.test:443\r\n\r\n";

    private final Conversation talk = new Conversation();
    private final Sandbox parent = talk.sandboxes.add("top", TestSandboxes.hosts("a.test"));
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", parent, TestSandboxes.hosts("a.test"));

    @AfterEach
    void close() {
        talk.close();
    }

    private void forwarded() {
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        talk.say(talk.connect(), OK);
        assertThat(talk.clientHears()).contains("200 OK");
    }

    /** Sends bytes in a tunnel whose requests are judged one by one. */
    private EmbeddedChannel inside(String bytes) {
        talk.clientSays(
                "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + Conversation.as("sb-1") + "\r\n" + bytes);
        EmbeddedChannel target = talk.connect();
        talk.clientHears();
        return target;
    }

    private void expireIn(Duration time, Sandbox whose) {
        TestSandboxes.change(whose, talk.clock.instant().plus(time), TestSandboxes.hosts("a.test"));
        talk.worker.policyChanged(whose.id());
        talk.settle();
    }

    private void isOpenUntilTheEndOf(Sandbox whose) {
        expireIn(Duration.ofSeconds(60), whose);
        talk.pass(Duration.ofSeconds(58));
        assertThat(talk.client.isActive()).isTrue();
        assertThat(TestSandboxes.admission(sandbox).open()).isEqualTo(1);
        talk.pass(Duration.ofSeconds(2));
        assertThat(talk.client.isActive()).isFalse();
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    private void endIsRecordedAs(ReasonCode reason) {
        AuditEvent last = talk.records().getLast();
        assertThat(last.kind()).isEqualTo("end");
        assertThat(last.reason()).isEqualTo(reason);
        assertThat(talk.records())
                .filteredOn(record -> record.kind().equals("end"))
                .hasSize(1);
    }

    @Test
    void anIdleOpenedTunnelEndsWithTheLease() {
        inside(INSIDE);
        talk.say(talk.connect(), OK);
        isOpenUntilTheEndOf(sandbox);
        endIsRecordedAs(ReasonCode.LEASE_EXPIRED);
    }

    @Test
    void anIdleOpenedTunnelEndsWithTheParentsLease() {
        inside(INSIDE);
        talk.say(talk.connect(), OK);
        isOpenUntilTheEndOf(parent);
        endIsRecordedAs(ReasonCode.LEASE_EXPIRED);
    }

    @Test
    void anIdleKeptConnectionEndsWithTheLease() {
        forwarded();
        isOpenUntilTheEndOf(sandbox);
    }

    @Test
    void aRevokedParentEndsAnIdleOpenedTunnel() {
        inside(INSIDE);
        talk.say(talk.connect(), OK);
        TestSandboxes.admission(parent).revoke();
        talk.pass(Duration.ofSeconds(1));
        assertThat(talk.client.isActive()).isFalse();
        endIsRecordedAs(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void aRequestInsideAnOpenedTunnelEndsWithTheLeaseAndSoDoesTheTunnel() {
        inside(INSIDE);
        talk.connect();
        expireIn(Duration.ZERO, sandbox);
        talk.pass(Duration.ofSeconds(1));
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).extracting(AuditEvent::reason).endsWith(ReasonCode.LEASE_EXPIRED);
        assertThat(talk.records())
                .filteredOn(record -> record.kind().equals("end"))
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.LEASE_EXPIRED);
    }

    @Test
    void aNewPolicyLeavesAnIdleOpenedTunnelAndJudgesItsNextRequest() {
        inside(INSIDE);
        talk.say(talk.connect(), OK);
        talk.clientHears();
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts("b.test"));
        talk.worker.policyChanged(sandbox.id());
        talk.pass(Duration.ofSeconds(40));
        assertThat(talk.client.isActive()).isTrue();
        talk.clientSays(INSIDE);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: no_grant\r\n");
    }

    @Test
    void aRefusalThatSaysSoStillGoesOut() {
        forwarded();
        expireIn(Duration.ZERO, sandbox);
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        talk.pass(Duration.ofSeconds(1));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 Denied: lease_expired\r\n");
        assertThat(talk.client.isActive()).isFalse();
    }
}
