package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.ClientFault;
import io.sallyport.model.answer.ClientTool;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals, and the connection after them. */
class RefusalConversationTest {
    private static final String AS = Conversation.as("sb-1");
    private static final String DENIED = "GET http://c.test/ HTTP/1.1\r\nHost: c.test\r\n" + AS + "\r\n";

    private final Conversation talk = new Conversation();

    @BeforeEach
    void sandbox() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    @Test
    void aRefusalIsJsonAndKeepsTheConnection() {
        talk.clientSays(DENIED);
        String answer = talk.clientHears();
        assertThat(answer)
                .startsWith("HTTP/1.1 403 Denied: no_grant\r\nProxy-Status: sallyport; error=http_request_denied; "
                        + "details=\"no_grant\"\r\nContent-Type: application/json\r\n")
                .contains("\"error\":\"denied\"", "\"audit_id\":\"a1\"", "\"host\":\"c.test\"")
                .doesNotContain("Connection: close");
        int body = answer.indexOf("\r\n\r\n") + 4;
        assertThat(answer).contains("Content-Length: " + (answer.length() - body));
        talk.clientSays(DENIED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
        assertThat(talk.records()).hasSize(2);
        assertThat(talk.records().getFirst().facts().status()).isEqualTo(403);
    }

    @Test
    void aHeadGetsNoBody() {
        talk.clientSays(DENIED.replace("GET ", "HEAD "));
        assertThat(talk.clientHears()).endsWith("\r\n\r\n");
    }

    @Test
    void everyPipelinedRequestIsRefusedByItself() {
        talk.clientSays(DENIED.repeat(50));
        assertThat(count(talk.clientHears(), "HTTP/1.1 403 ")).isEqualTo(50);
        assertThat(talk.records()).hasSize(50);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aLoopOf407IsDiagnosedOnceForTheOperatorAndTheClient() {
        String unknown = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nUser-Agent: curl/8.5.0\r\n\r\n";
        int diagnosed = 0;
        for (int connection = 0; connection < 20; connection++) {
            EmbeddedChannel client = new EmbeddedChannel();
            talk.worker.accept(client, Peer.ANYBODY);
            talk.say(client, unknown);
            String heard = talk.hear(client);
            assertThat(heard).startsWith("HTTP/1.1 407 ");
            diagnosed += count(heard, "http://ID:TOKEN@HOST:PORT");
            client.finishAndReleaseAll();
        }
        assertThat(diagnosed).isEqualTo(1);
        var loop = new Diagnosis(ClientFault.NO_CREDENTIALS, ClientTool.CURL);
        assertThat(talk.records())
                .filteredOn(record -> loop.equals(record.facts().diagnosis()))
                .hasSize(1);
    }

    @Test
    void theAnswerWaitsForItsRecord() {
        talk.audit.hold();
        talk.clientSays(DENIED);
        assertThat(talk.clientHears()).isEmpty();
        assertThat(talk.records()).hasSize(1);
        talk.audit.release();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void aRefusalThatCannotBeRecordedIs503() {
        talk.audit.stopWriting();
        talk.clientSays(DENIED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 503 Failed: audit_unavailable\r\n");
    }

    @Test
    void theBodyOfARefusedRequestIsReadAndThrownAway() {
        talk.clientSays("POST http://c.test/ HTTP/1.1\r\nHost: c.test\r\n" + AS + "Content-Length: 10\r\n\r\n01234");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
        talk.clientSays("56789" + DENIED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
        assertThat(talk.records()).hasSize(2);
    }

    @Test
    void aBodyIsNeverTakenForARequest() {
        String inner = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
        talk.clientSays("POST http://c.test/ HTTP/1.1\r\nHost: c.test\r\n" + AS + "Content-Length: " + inner.length()
                + "\r\n\r\n" + inner);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aBodyThatIsAnnouncedTooLongIsNotRead() {
        talk.clientSays("POST http://c.test/ HTTP/1.1\r\nHost: c.test\r\n" + AS + "Content-Length: 65537\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ").contains("Connection: close\r\n");
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aChunkedBodyThatNeverEndsIsReadUpToABound() {
        talk.clientSays("POST http://c.test/ HTTP/1.1\r\nHost: c.test\r\n" + AS + "Transfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 65 && talk.client.isActive(); i++) {
            talk.clientSays("400\r\n" + "x".repeat(1024) + "\r\n");
        }
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Length: 3|Content-Length: 3",
        "Content-Length: 3|Transfer-Encoding: chunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked|Transfer-Encoding: chunked",
        "Content-Length: +3"
    })
    void unclearFramingIsRefusedAndNothingBehindItIsRead(String fields) {
        talk.clientSays("POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS + fields.replace("|", "\r\n")
                + "\r\n\r\n" + "0\r\n\r\nGET http://a.test/smuggled HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 400 Rejected: malformed_request\r\n")
                .contains("Connection: close");
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.client.isActive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\n\n",
                "\u0016\u0003\u0001",
                "GET  / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nA : b\r\n\r\n"
            })
    void bytesThatAreNoHeadLeaveARecord(String bytes) {
        talk.clientSays(bytes);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 Rejected: malformed_request\r\n");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().sandbox()).isNull();
    }

    @Test
    void aHeadThatIsTooLargeIs431AndALongTargetIs414() {
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\n" + "X: y\r\n".repeat(101));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 431 Rejected: head_too_large\r\n");
        try (Conversation other = new Conversation()) {
            other.clientSays("GET http://a.test/" + "a".repeat(9000));
            assertThat(other.clientHears()).startsWith("HTTP/1.1 414 Rejected: uri_too_long\r\n");
        }
    }

    @Test
    void aSlowHeadIs408AndASilentStrangerIsLetGo() {
        talk.clientSays("GET http://a.te");
        talk.pass(Duration.ofSeconds(11));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 408 Limited: head_timeout\r\n");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.HEAD_TIMEOUT);
        try (Conversation silent = new Conversation()) {
            silent.pass(Duration.ofSeconds(11));
            assertThat(silent.client.isActive()).isFalse();
            assertThat(silent.records()).isEmpty();
        }
    }

    @Test
    void aHeadThatTricklesIsMeasuredFromItsFirstByte() {
        for (int i = 0; i < 12 && talk.client.isActive(); i++) {
            talk.clientSays("G");
            talk.pass(Duration.ZERO);
        }
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 408 ");
    }

    @Test
    void aKeptConnectionMayRestForTheIdleTimeAndNotLonger() {
        talk.clientSays(DENIED);
        talk.pass(Duration.ofMinutes(4));
        assertThat(talk.client.isActive()).isTrue();
        talk.pass(Duration.ofMinutes(2));
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void guessingIsCutShort() {
        String guess = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\nProxy-Authorization: Bearer x\r\n\r\n";
        StringBuilder answers = new StringBuilder();
        for (int i = 0; i < 20 && talk.client.isActive(); i++) {
            talk.clientSays(guess);
            answers.append(talk.clientHears());
        }
        assertThat(count(answers.toString(), "HTTP/1.1 407 "))
                .isEqualTo(ProxyLimits.DEFAULT.connections().maxIdentityFailures());
        assertThat(answers.toString()).contains("Proxy-Authenticate: Basic");
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void aClientThatDoesNotReadItsRefusalsIsNotReadEither() {
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        talk.settle();
        talk.clientSays(DENIED.repeat(3));
        assertThat(talk.client.config().isAutoRead()).isFalse();
        assertThat(talk.records()).isEmpty();
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        talk.settle();
        assertThat(talk.records()).hasSize(3);
        assertThat(talk.client.config().isAutoRead()).isTrue();
    }

    @Test
    void nothingIsDialledWhileTheAuditIsDown() {
        talk.audit.stopAccepting();
        talk.clientSays("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 503 Failed: audit_unavailable\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aDrainingGatewayLetsGoOfIdleConnections() {
        talk.clientSays(DENIED);
        boolean[] done = {false};
        talk.worker.drain(Duration.ofHours(1), () -> done[0] = true);
        talk.settle();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(done[0]).isTrue();
    }

    @Test
    void aDrainingGatewayAnswersTheFirstRequestOfAConnectionThatCameBefore() {
        boolean[] done = {false};
        talk.worker.drain(Duration.ofHours(1), () -> done[0] = true);
        assertThat(done[0]).isFalse();
        talk.clientSays(DENIED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403");
        talk.settle();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(done[0]).isTrue();
    }
}
