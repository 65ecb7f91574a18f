package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What claims let through is judged anew once they have ended, though the policy is the same. */
class EndedClaimsConversationTest {
    private final Conversation talk = new Conversation();
    private final Sandbox parent = talk.sandboxes.add("top", TestSandboxes.hosts("a.test"));
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", parent, TestSandboxes.hosts("a.test"));
    private final Instant end = talk.clock.instant().plusSeconds(60);
    /** Stands for a rule on claims. */
    private final Judge untilTheEnd = new Judge() {
        @Override
        public Decision decide(CanonicalRequest request) {
            return talk.clock.instant().isBefore(end)
                    ? TestSandboxes.allow(Obligations.NONE)
                    : Decision.Deny.of(ReasonCode.NO_GRANT);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            return new Judgement(decide(request), false, false, null);
        }
    };

    @AfterEach
    void close() {
        talk.close();
    }

    private void openTunnel() {
        talk.clientSays("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + Conversation.as("sb-1") + "\r\n");
        talk.clientSays(ClientHellos.to("a.test"));
        talk.connect();
    }

    private void isClosed() {
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records())
                .filteredOn(record -> record.kind().equals("end"))
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.POLICY_CHANGED);
    }

    @Test
    void anOpaqueTunnelEndsWithTheClaimsThatItsOwnPolicyWants() {
        TestSandboxes.claim(sandbox, end, untilTheEnd);
        openTunnel();
        talk.pass(Duration.ofSeconds(58));
        assertThat(talk.client.isActive()).isTrue();
        talk.pass(Duration.ofSeconds(3));
        isClosed();
    }

    @Test
    void itEndsWithTheClaimsThatAnAncestorsPolicyWants() {
        TestSandboxes.change(parent, null, untilTheEnd);
        TestSandboxes.claim(sandbox, end, TestSandboxes.hosts("a.test"));
        openTunnel();
        talk.pass(Duration.ofSeconds(61));
        isClosed();
    }

    @Test
    void itStaysWherePolicyAllowsItWithoutThem() {
        TestSandboxes.claim(sandbox, end, TestSandboxes.hosts("a.test"));
        openTunnel();
        talk.pass(Duration.ofSeconds(70));
        assertThat(talk.client.isActive()).isTrue();
    }

    @Test
    void withoutClaimsNothingIsJudgedAnew() {
        TestSandboxes.change(sandbox, null, untilTheEnd);
        openTunnel();
        talk.pass(Duration.ofSeconds(70));
        assertThat(talk.client.isActive()).isTrue();
    }
}
