package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CONNECT, byte for byte, without sockets. */
class ConnectConversationTest {
    private static final String CONNECT =
            "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + Conversation.as("sb-1") + "\r\n";
    private static final String HELLO = ClientHellos.to("a.test");

    private final Conversation talk = new Conversation();
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));

    @AfterEach
    void close() {
        talk.close();
    }

    private EmbeddedChannel open() {
        talk.clientSays(CONNECT);
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n");
        return upstream;
    }

    private ReasonCode lastReason() {
        return talk.records().getLast().reason();
    }

    @Test
    void carriesBytesBothWays() {
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        assertThat(talk.hear(upstream)).isEqualTo(HELLO);
        talk.say(upstream, "answer");
        assertThat(talk.clientHears()).isEqualTo("answer");
        assertThat(talk.client.pipeline().names()).noneMatch(name -> name.contains("ClientConnection"));
        talk.hangUp(talk.client);
        assertThat(upstream.isActive()).isFalse();
        var end = talk.records().getLast();
        assertThat(end.kind()).isEqualTo("end");
        assertThat(end.auditId()).isEqualTo(talk.records().getFirst().auditId());
        assertThat(end.request().bytesIn()).isEqualTo(HELLO.length());
        assertThat(end.request().bytesOut()).isEqualTo(6);
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    @Test
    void theRecordStandsBeforeThe200GoesOut() {
        talk.audit.hold();
        talk.clientSays(CONNECT);
        talk.connect();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.clientHears()).isEmpty();
        talk.audit.release();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void refusesWhereTheRecordCannotBeWritten() {
        talk.audit.stopWriting();
        talk.clientSays(CONNECT);
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 503 Failed: audit_unavailable\r\n");
        assertThat(upstream.isActive()).isFalse();
    }

    @Test
    void earlyBytesWaitForTheVerdictAndAreTunnelBytesOnly() {
        talk.clientSays(CONNECT + HELLO);
        talk.clientSays("more");
        assertThat(talk.client.config().isAutoRead()).isFalse();
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
        assertThat(talk.hear(upstream)).isEqualTo(HELLO + "more");
        assertThat(talk.client.config().isAutoRead()).isTrue();
    }

    @Test
    void earlyBytesOfARefusedConnectAreNoRequest() {
        talk.clientSays("CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n" + Conversation.as("sb-1") + "\r\n"
                + "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.clientHears()).contains("403 Denied: no_grant", "Connection: close");
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aConnectWithoutCredentialsMayBeRepeatedWithThem() {
        talk.clientSays("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n");
        assertThat(talk.clientHears()).contains("407 Denied: no_identity").doesNotContain("Connection: close");
        open();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0016\u0002\u0001", "\u0016\u0003\u0009", "\u0000", "\u0015\u0003\u0003"})
    void nothingButTlsEntersATunnel(String first) {
        EmbeddedChannel upstream = open();
        talk.clientSays(first);
        assertThat(talk.hear(upstream)).isEmpty();
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void theFirstBytesMayComeOneByOne() {
        EmbeddedChannel upstream = open();
        for (int i = 0; i < HELLO.length(); i++) {
            assertThat(upstream.config().isAutoRead()).isFalse();
            talk.clientSays(HELLO.substring(i, i + 1));
        }
        assertThat(talk.hear(upstream)).isEqualTo(HELLO);
        assertThat(upstream.config().isAutoRead()).isTrue();
    }

    @Test
    void aTunnelWithoutHelloIsClosed() {
        EmbeddedChannel upstream = open();
        talk.clientSays("\u0016");
        talk.pass(Duration.ofSeconds(11));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.HEAD_TIMEOUT);
    }

    @Test
    void anIdleTunnelIsClosedAndABusyOneIsNot() {
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        talk.pass(Duration.ofMinutes(4));
        talk.say(upstream, "x");
        talk.pass(Duration.ofMinutes(4));
        assertThat(upstream.isActive()).isTrue();
        talk.pass(Duration.ofMinutes(2));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.IDLE_TIMEOUT);
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aSlowReaderStopsTheOtherSide() {
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        talk.settle();
        talk.say(upstream, "answer");
        assertThat(upstream.config().isAutoRead()).isFalse();
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        talk.settle();
        assertThat(upstream.config().isAutoRead()).isTrue();
    }

    @Test
    void aFailedDialIsARefusalAndTheConnectionGoesOn() {
        talk.clientSays(CONNECT);
        talk.dialer.last().fail(ReasonCode.ADDRESS_REFUSED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: address_refused\r\n");
        open();
        assertThat(talk.records()).hasSize(2);
    }

    @Test
    void earlyBytesOfAFailedDialAreNoRequestEither() {
        talk.clientSays(CONNECT);
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "\r\n");
        talk.dialer.last().fail(ReasonCode.ADDRESS_REFUSED);
        assertThat(talk.clientHears()).contains("403 Denied: address_refused", "Connection: close");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void aDialThatNeverEndsIsGivenUp() {
        talk.clientSays(CONNECT);
        talk.pass(Duration.ofSeconds(31));
        assertThat(talk.dialer.last().isCancelled()).isTrue();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 504 Failed: connect_timeout\r\n");
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void aClientThatLeavesCancelsItsDial() {
        talk.clientSays(CONNECT);
        talk.hangUp(talk.client);
        assertThat(talk.dialer.last().isCancelled()).isTrue();
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void aNewPolicyClosesTheTunnelsThatItRefuses() {
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts("a.test", "b.test"));
        talk.worker.policyChanged(sandbox.id());
        assertThat(upstream.isActive()).isTrue();
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts("b.test"));
        talk.worker.policyChanged(sandbox.id());
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.POLICY_CHANGED);
    }

    @Test
    void aLeaseThatEndsEndsItsTunnelWithinASecondThoughNothingMoves() {
        TestSandboxes.change(sandbox, talk.clock.instant().plusSeconds(60), TestSandboxes.hosts("a.test"));
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        talk.pass(Duration.ofSeconds(58));
        assertThat(upstream.isActive()).isTrue();
        talk.pass(Duration.ofSeconds(2));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.LEASE_EXPIRED);
    }

    @Test
    void aRemovedSandboxLosesEverything() {
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        talk.worker.removed(sandbox.id());
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.LEASE_REVOKED);
        assertThat(talk.records()).hasSize(2);
    }

    @Test
    void aTargetThatClosesFirstClosesTheTunnel() {
        EmbeddedChannel upstream = open();
        talk.clientSays(HELLO);
        talk.say(upstream, "bye");
        talk.hangUp(upstream);
        assertThat(talk.clientHears()).isEqualTo("bye");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).hasSize(2);
        assertThat(lastReason()).isEqualTo(ReasonCode.GRANTED);
    }
}
