package io.sallyport.proxy.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of MCP on their way back: what policy refuses is not in them. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class FilteredListsTest extends ForwardConversation {
    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    private static final String BOTH =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"},{\"name\":\"deny\"}]}}";
    private static final String ONE = "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[{\"name\":\"a\"}]}}";
    private static final String STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    /** Denies what says so, and reads bodies. */
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

    private EmbeddedChannel asked(String call) {
        EmbeddedChannel upstream =
                send(post("Content-Type: application/json\r\nAccept-Encoding: gzip\r\nContent-Length: " + call.length()
                                + "\r\n")
                        + call);
        assertThat(talk.hear(upstream)).endsWith(call);
        return upstream;
    }

    private static String json(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static String chunk(String piece) {
        return Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n";
    }

    @Test
    void aListOfJsonComesWithoutWhatIsRefused() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, json(BOTH));
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + ONE.length()
                        + "\r\nVia: 1.1 sallyport\r\n\r\n" + ONE);
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.records().getFirst().facts().detail()).isEqualTo("1 entries of lists were removed");
        talk.clientSays(GET);
        assertThat(talk.hear(upstream)).as("the connection is kept").isEqualTo(SENT);
    }

    @Test
    void noCodingIsAskedFor() {
        EmbeddedChannel upstream =
                send(post("Content-Type: application/json\r\nAccept-Encoding: gzip\r\nContent-Length: " + LIST.length()
                                + "\r\n")
                        + LIST);
        assertThat(talk.hear(upstream))
                .contains("\r\nAccept-Encoding: identity\r\n")
                .doesNotContain("gzip");
    }

    @Test
    void whatHoldsNothingRefusedComesAsItWas() {
        EmbeddedChannel upstream = asked(LIST);
        String answer = "{ \"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"}]}}";
        talk.say(upstream, json(answer));
        assertThat(talk.clientHears()).endsWith("\r\n\r\n" + answer);
        assertThat(talk.records().getFirst().facts().detail()).isNull();
    }

    @Test
    void ofAStreamEachEventIsReadOverAllItsChunks() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, STREAM + chunk("event: message\r\ndata: " + BOTH.substring(0, 20)));
        assertThat(talk.clientHears()).endsWith("\r\nTransfer-Encoding: chunked\r\nVia: 1.1 sallyport\r\n\r\n");
        talk.say(upstream, chunk(BOTH.substring(20) + "\r\n"));
        assertThat(talk.clientHears()).isEmpty();
        talk.say(upstream, chunk("\r\n: ping\r\n\r\nleft"));
        assertThat(talk.clientHears()).isEqualTo(chunk("event: message\ndata: " + ONE + "\n\n:\n\n"));
        talk.say(upstream, "0\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("0\r\n\r\n");
        assertThat(talk.records()).hasSize(2);
        assertThat(lastReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void anAnswerThatTheConnectionEndsIsReadToo() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + BOTH);
        assertThat(talk.clientHears()).isEmpty();
        talk.hangUp(upstream);
        assertThat(talk.clientHears())
                .endsWith("\r\nContent-Length: " + ONE.length() + "\r\nVia: 1.1 sallyport\r\n\r\n" + ONE);
        assertThat(lastReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/plain\r\n",
                "",
                "Content-Type: application/json\r\nContent-Type: text/plain\r\n",
                "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"
            })
    void aListThatCannotBeReadIsRefused(String fields) {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + BOTH.length() + "\r\n\r\n" + BOTH);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 ").doesNotContain("deny\"}");
        assertThat(lastReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }

    @Test
    void twoListsInOneAreRefused() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(
                upstream,
                json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[],\"tools\":[{\"name\":\"deny\"}]}}"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void aStreamThatCannotBeReadIsCut() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, STREAM + chunk("data: " + BOTH + "\n\n"));
        talk.say(upstream, chunk("data: {\"result\":{\"Tools\":[]}}\n\n"));
        assertThat(talk.clientHears()).contains(ONE).doesNotContain("Tools");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }

    @Test
    void aListBeyondTheBoundIsRefused() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(
                upstream,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n"
                        + "x".repeat((1 << 20) + 1));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 ");
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void refusalsOfTheServerComeAsTheyAre() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, "HTTP/1.1 404 No\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 404 ").endsWith("\r\n\r\nno");
    }

    @Test
    void thatAListComesElsewhereIsNoList() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, "HTTP/1.1 202 Accepted\r\nContent-Length: 8\r\n\r\nAccepted");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 202 ").endsWith("\r\n\r\nAccepted");
    }

    @Test
    void aToolThatChangesInItsSessionIsRecordedWithoutItsText() {
        EmbeddedChannel upstream = asked(LIST);
        talk.say(upstream, json(BOTH));
        talk.clientHears();
        talk.clientSays(post("Content-Type: application/json\r\nContent-Length: " + LIST.length() + "\r\n") + LIST);
        talk.hear(upstream);
        talk.say(upstream, json(BOTH.replace("\"a\"", "\"a\",\"description\":\"evil\"")));
        assertThat(talk.clientHears()).contains("evil");
        AuditEvent change = talk.records().stream()
                .filter(record -> "mcp:changed-tools".equals(record.facts().rule()))
                .findFirst()
                .orElseThrow();
        assertThat(change.facts().detail())
                .startsWith("1 tools of a.test have changed: \"a\" from ")
                .doesNotContain("evil");
    }

    @Test
    void answersToOtherCallsPassUnread() {
        EmbeddedChannel upstream =
                asked("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}");
        talk.say(upstream, json(BOTH));
        assertThat(talk.clientHears()).endsWith(BOTH);
    }

    @Test
    void aListInABatchIsFoundByItsMember() {
        EmbeddedChannel upstream =
                asked("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}," + LIST.replace("/", "\\u002f") + "]");
        talk.say(upstream, json("[{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}," + BOTH + "]"));
        assertThat(talk.clientHears()).endsWith("," + ONE + "]");
    }

    @Test
    void theTargetIsNotReadWhileAPartIsJudged() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        EmbeddedChannel upstream = asked(LIST);
        talk.judging = tasks::add;
        talk.say(upstream, json(BOTH) + "more");
        assertThat(upstream.config().isAutoRead()).isFalse();
        assertThat(sandbox.admission().buffers().used()).isPositive();
        Objects.requireNonNull(tasks.poll()).run();
        assertThat(talk.clientHears()).endsWith(ONE);
        assertThat(upstream.isActive()).as("it said more than its answer").isFalse();
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void whoLeavesMeanwhileHearsNothing() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        EmbeddedChannel upstream = asked(LIST);
        talk.judging = tasks::add;
        talk.say(upstream, json(BOTH));
        talk.hangUp(talk.client);
        Objects.requireNonNull(tasks.poll()).run();
        assertThat(talk.clientHears()).isEmpty();
        assertThat(lastReason()).isEqualTo(ReasonCode.CLIENT_CLOSED);
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void theTargetsEndDoesNotTakeItsAnswerBack() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        EmbeddedChannel upstream = asked(LIST);
        talk.judging = tasks::add;
        talk.say(upstream, json(BOTH));
        talk.hangUp(upstream);
        Objects.requireNonNull(tasks.poll()).run();
        assertThat(talk.clientHears()).endsWith(ONE);
    }

    @Test
    void whereTooMuchIsJudgedTheAnswerIsRefused() {
        EmbeddedChannel upstream = asked(LIST);
        talk.judging = _ -> {
            throw new RejectedExecutionException();
        };
        talk.say(upstream, json(BOTH));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 ");
    }
}
