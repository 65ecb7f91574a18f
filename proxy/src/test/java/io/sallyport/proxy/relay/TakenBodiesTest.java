package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies for the gateway itself that never become complete, at each of its doors. */
@ParameterizedClass
@ValueSource(strings = {"/fetch", "/v1/check"})
class TakenBodiesTest {
    private final HeldEndpoint desk = new HeldEndpoint();
    private final Conversation talk = new Conversation(desk);

    @Parameter
    private String path = "";

    @BeforeEach
    void add() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts());
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private void begin(String framing, String some) {
        talk.clientSays("POST http://sallyport.internal" + path + " HTTP/1.1\r\nHost: sallyport.internal\r\n"
                + Conversation.as("sb-1") + framing + "\r\n\r\n" + some);
    }

    private void assertRecorded(ReasonCode reason) {
        assertThat(talk.records()).extracting(AuditEvent::reason).containsExactly(reason);
        if (path.equals("/fetch")) {
            assertThat(desk.said).containsExactly("sb-1 POST", "given up");
        }
    }

    @Test
    void whoKeepsItBackIsRefusedInTime() {
        begin("Content-Length: 5", "{");
        talk.pass(Duration.ofSeconds(15));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 408 ").contains("send the whole body in time");
        assertRecorded(ReasonCode.IDLE_TIMEOUT);
    }

    @Test
    void brokenChunksAreRefused() {
        begin("Transfer-Encoding: chunked", "x\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 ");
        assertRecorded(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void whoLeavesInTheMiddleLeavesARecord() {
        begin("Content-Length: 5", "{");
        talk.hangUp(talk.client);
        assertRecorded(ReasonCode.CLIENT_CLOSED);
    }

    @Test
    void whoEndsInTheMiddleIsCutOff() {
        begin("Content-Length: 5", "{");
        talk.clientEnds();
        assertThat(talk.client.isActive()).isFalse();
        assertRecorded(ReasonCode.CLIENT_CLOSED);
    }

    @Test
    void theEndOfItsSandboxEndsIt() {
        begin("Content-Length: 5", "{");
        talk.worker.removed(new SandboxId("sb-1"));
        talk.settle();
        assertThat(talk.client.isActive()).isFalse();
        assertRecorded(ReasonCode.LEASE_REVOKED);
    }
}
