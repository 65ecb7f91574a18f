package io.sallyport.proxy.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that a rule reads: whole before anybody is dialled, and sent on as they came. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class JudgedBodiesTest extends ForwardConversation {
    private static final int MOST_BYTES = 1 << 20;

    /** Denies what says so. */
    private static final class Bodies implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(Obligations.NONE);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            RequestBody body = headers.body();
            if (body == null) {
                return new Judgement(TestSandboxes.allow(Obligations.NONE.judgingBody()), true, true, null);
            }
            boolean denied = new String(body.bytes(), UTF_8).contains("deny");
            Decision deny = new Decision.Deny(ReasonCode.GUARDRAIL, "guardrails:no", List.of());
            return new Judgement(denied ? deny : decide(request), false, true, null);
        }
    }

    @BeforeEach
    void judge() {
        TestSandboxes.change(sandbox, null, new Bodies());
    }

    @Test
    void nobodyIsDialledBeforeItIsWhole() {
        talk.clientSays(post("Content-Length: 6\r\n") + "abc");
        assertThat(talk.dialer.attempts()).isEmpty();
        EmbeddedChannel upstream = send("def");
        assertThat(talk.hear(upstream))
                .isEqualTo("POST /p HTTP/1.1\r\nHost: a.test\r\nContent-Length: 6\r\nVia: 1.1 sallyport\r\n\r\nabcdef");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().request().bytesIn()).isEqualTo(6);
    }

    @Test
    void aChunkedBodyIsSentOnWithItsTrailers() {
        EmbeddedChannel upstream = send(post("Transfer-Encoding: chunked\r\n")
                + "3;x\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 1\r\nHost: evil\r\n\r\n");
        assertThat(talk.hear(upstream)).endsWith("\r\n\r\n5\r\nabcde\r\n0\r\nX-Sum: 1\r\n\r\n");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 9\r\n\r\nxx deny x", "Transfer-Encoding: chunked\r\n\r\n4\r\ndeny\r\n0\r\n\r\n"
            })
    void ofADeniedOneNoByteGoesOn(String rest) {
        talk.clientSays("POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + AS + rest);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: guardrail\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.client.isActive()).isTrue();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().facts().rule()).isEqualTo("guardrails:no");
    }

    private String refused(String json) {
        talk.clientSays(post("Content-Type: application/json\r\nContent-Length: " + json.length() + "\r\n") + json);
        return talk.clientHears();
    }

    @Test
    void callsOfJsonRpcHearOfItAsErrors() {
        String one = refused("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"deny\"}");
        assertThat(one)
                .startsWith("HTTP/1.1 200 OK\r\nProxy-Status: sallyport; error=http_request_denied")
                .contains("\r\n\r\n{\"error\":{\"code\":-32001,\"data\":{")
                .contains("\"reason\":\"guardrail\"", "\"id\":7", "\"jsonrpc\":\"2.0\"}")
                .contains("\"message\":\"sallyport: guardrail: ");
        String batch = refused("[{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"deny\"},"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"n\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\"}]");
        assertThat(batch).contains("\r\n\r\n[{").contains("\"id\":\"a\"", "\"id\":2");
        assertThat(talk.records()).hasSize(2);
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(talk.client.isActive()).isTrue();
    }

    @Test
    void aNotificationIsRefusedInTheWordsOfHttp() {
        assertThat(refused("{\"jsonrpc\":\"2.0\",\"method\":\"deny\"}")).startsWith("HTTP/1.1 403 ");
        assertThat(refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"deny\"}"))
                .startsWith("HTTP/1.1 403 ");
    }

    @Test
    void operationsOfGraphqlHearOfItAsErrors() {
        String said = refused("{\"query\":\"mutation { deny }\"}");
        assertThat(said)
                .startsWith("HTTP/1.1 200 OK\r\nProxy-Status: ")
                .contains("\r\n\r\n{\"errors\":[{\"extensions\":{")
                .contains("\"message\":\"sallyport: guardrail: ");
    }

    @Test
    void theNextRequestIsReadAfterIt() {
        talk.clientSays(post("Content-Length: 4\r\n") + "deny" + post("Content-Length: 2\r\n") + "ok");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).endsWith("\r\n\r\nok");
    }

    @Test
    void aBodyOfZeroBytesNeedNotBeAwaited() {
        EmbeddedChannel upstream = send(post("Content-Length: 0\r\n"));
        assertThat(talk.hear(upstream)).contains("Content-Length: 0\r\n");
    }

    @Test
    void whoWaitsForAWordIsToldToSend() {
        talk.clientSays(post("Content-Length: 4\r\nExpect: 100-continue\r\n"));
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        EmbeddedChannel upstream = send("abcd");
        assertThat(talk.hear(upstream)).doesNotContain("Expect").endsWith("\r\n\r\nabcd");
    }

    private static String commands() {
        String command = "0".repeat(40) + " " + "1".repeat(40) + " refs/heads/x\0report-status";
        return "%04x%s0000PACK".formatted(command.length() + 4, command);
    }

    private void push(String framing) {
        talk.clientSays("POST http://a.test/o/r.git/git-receive-pack HTTP/1.1\r\nHost: a.test\r\n" + AS
                + "Content-Type: application/x-git-receive-pack-request\r\n" + framing + "\r\n\r\n");
    }

    @Test
    void aLargePushIsJudgedByItsBeginningAndTheRestFollows() {
        int bytes = 3 * MOST_BYTES;
        push("Content-Length: " + bytes);
        talk.clientSays(commands());
        for (int sent = commands().length(); sent < bytes; sent += 0x10000) {
            talk.clientSays("p".repeat(Math.min(0x10000, bytes - sent)));
            talk.settle();
        }
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).contains("Content-Length: " + bytes).contains("\r\n\r\n" + commands() + "ppp");
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(talk.records().getFirst().request().bytesIn()).isEqualTo(bytes);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void aDeniedLargePushReachesNobody() {
        push("Transfer-Encoding: chunked");
        talk.clientSays("%x\r\n%s\r\n".formatted(commands().length() + 4, commands() + "deny"));
        for (int i = 0; i < 17; i++) {
            talk.clientSays("10000\r\n" + "x".repeat(0x10000) + "\r\n");
        }
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 200 OK\r\nProxy-Status: sallyport; error=http_request_denied; ")
                .contains("\u0003sallyport: guardrail: ");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aLargeBodyThatOnlySaysThatItIsAPushIsRefused() {
        push("Content-Length: " + 2 * MOST_BYTES);
        for (int i = 0; i < 17; i++) {
            talk.clientSays("z".repeat(0x10000));
        }
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 413 ");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aLargeBodyIsJudgedBesideTheEventLoop() {
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        talk.clientSays(post("Content-Length: 20000\r\n") + "x".repeat(20_000));
        assertThat(talk.dialer.attempts()).isEmpty();
        waiting.removeFirst().run();
        talk.settle();
        assertThat(talk.hear(talk.connect())).endsWith("xxx");
    }

    @Test
    void whoLeavesWhileItIsJudgedLeavesOneRecordAndNothingHeld() {
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        talk.clientSays(post("Content-Length: 20000\r\n") + "x".repeat(20_000));
        talk.hangUp(talk.client);
        assertThat(talk.records()).isEmpty();
        waiting.removeFirst().run();
        talk.settle();
        assertThat(talk.records()).hasSize(1);
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void whatFindsNoPlaceToBeJudgedIsRefused() {
        talk.judging = _ -> {
            throw new RejectedExecutionException();
        };
        talk.clientSays(post("Content-Length: 20000\r\n") + "x".repeat(20_000));
        assertThat(lastReason()).isEqualTo(ReasonCode.BUFFERS_FULL);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void whatIsPromisedTooLargeIsRefusedUnread() {
        talk.clientSays(post("Content-Length: " + (MOST_BYTES + 1) + "\r\nExpect: 100-continue\r\n"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 413 ").contains("limits.body_judged_bytes");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BODY_TOO_LARGE);
    }

    @Test
    void whatGrowsTooLargeIsRefused() {
        talk.clientSays(post("Transfer-Encoding: chunked\r\n"));
        String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        for (int i = 0; i < 17; i++) {
            talk.clientSays(chunk);
        }
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 413 ");
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void whatIsHeldIsTheSandboxsUntilTheAnswerIsThere() {
        talk.clientSays(post("Content-Length: 600\r\n") + "x".repeat(500));
        assertThat(talk.sandboxes.buffers().used()).isGreaterThanOrEqualTo(500);
        EmbeddedChannel upstream = send("x".repeat(100));
        assertThat(talk.hear(upstream)).endsWith("xxx");
        assertThat(talk.sandboxes.buffers().used()).isGreaterThanOrEqualTo(600);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).isEqualTo(GOT);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void whoKeepsItBackIsRefusedInTime() {
        talk.clientSays(post("Content-Length: 5\r\n") + "{");
        talk.pass(Duration.ofSeconds(15));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 408 ");
        assertThat(lastReason()).isEqualTo(ReasonCode.IDLE_TIMEOUT);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void brokenChunksAreRefused() {
        talk.clientSays(post("Transfer-Encoding: chunked\r\n") + "x\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 ");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void whoLeavesInTheMiddleLeavesARecord() {
        talk.clientSays(post("Content-Length: 5\r\n") + "{");
        talk.hangUp(talk.client);
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void aPolicyThatIsTightenedMeanwhileIsTheOneThatCounts() {
        talk.clientSays(post("Content-Length: 5\r\n") + "{");
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        talk.clientSays("1234");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void whatRunsOnIsJudgedAgainWithItsBody() {
        EmbeddedChannel upstream = send(post("Content-Length: 2\r\n") + "ok");
        assertThat(talk.hear(upstream)).endsWith("ok");
        TestSandboxes.change(sandbox, null, new Bodies());
        talk.pass(Duration.ofSeconds(40));
        assertThat(upstream.isActive()).as("the body still passes").isTrue();
    }

    @Test
    void aLargeBodyThatRunsOnIsJudgedAgainBesideTheEventLoop() {
        EmbeddedChannel upstream = runsOnUnderAnotherPolicy();
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        talk.pass(Duration.ofSeconds(40));
        assertThat(waiting).hasSize(1);
        assertThat(upstream.isActive()).isTrue();
        waiting.removeFirst().run();
        talk.settle();
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.POLICY_CHANGED);
    }

    @Test
    void whatFindsNoPlaceToBeJudgedAgainIsJudgedLater() {
        EmbeddedChannel upstream = runsOnUnderAnotherPolicy();
        talk.judging = _ -> {
            throw new RejectedExecutionException();
        };
        talk.pass(Duration.ofSeconds(40));
        assertThat(upstream.isActive()).isTrue();
        talk.judging = Runnable::run;
        talk.pass(Duration.ofSeconds(1));
        assertThat(upstream.isActive()).isFalse();
    }

    @Test
    void whatEndsWhileItIsJudgedAgainLeavesOneRecord() {
        EmbeddedChannel upstream = runsOnUnderAnotherPolicy();
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        talk.pass(Duration.ofSeconds(40));
        talk.say(upstream, OK);
        waiting.removeFirst().run();
        talk.settle();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.client.isActive()).isTrue();
    }

    private EmbeddedChannel runsOnUnderAnotherPolicy() {
        EmbeddedChannel upstream = send(post("Content-Length: 20000\r\n") + "x".repeat(20_000));
        assertThat(talk.hear(upstream)).endsWith("xxx");
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        return upstream;
    }
}
