package io.sallyport.proxy.relay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.decision.listing.Listing;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of MCP that come on the stream of a GET: of HTTP with SSE (2024-11-05), and of streams that are resumed. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class StreamedListsTest extends ForwardConversation {
    private static final String BOTH =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"},{\"name\":\"deny\"}]}}";
    private static final String ONE = "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[{\"name\":\"a\"}]}}";
    private static final String STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String ENDPOINT = "event: endpoint\r\ndata: /messages?session_id=1\r\n\r\n";

    /** Denies the calls that say so. */
    private record Calls() implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(Obligations.NONE);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            RequestBody body = headers.body();
            boolean denied = body != null && new String(body.bytes(), UTF_8).contains("deny");
            Decision deny = new Decision.Deny(ReasonCode.GUARDRAIL, "guardrails:no", List.of());
            return new Judgement(denied ? deny : decide(request), false, true, null);
        }
    }

    private EmbeddedChannel upstream;

    @BeforeEach
    void open() {
        TestSandboxes.change(sandbox, null, new Calls());
        upstream =
                send("GET http://a.test/sse HTTP/1.1\r\nHost: a.test\r\nAccept: text/event-stream\r\n" + AS + "\r\n");
        talk.hear(upstream);
    }

    private void begin(String events) {
        talk.say(upstream, STREAM + chunk(events));
        assertThat(talk.clientHears()).endsWith("\r\n\r\n" + (events.isEmpty() ? "" : chunk(events)));
    }

    private void asks(String url, Listing... lists) {
        if (WrittenRequest.parse("POST", url) instanceof Parsed.Accepted<CanonicalRequest>(CanonicalRequest request)) {
            sandbox.admission().tools().questions().add(new ListQuestion(request, RequestHeaders.EMPTY, Set.of(lists)));
        }
    }

    private static String chunk(String piece) {
        return Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n";
    }

    @Test
    void aListComesWithoutWhatIsRefusedOnceItWasAskedFor() {
        begin(ENDPOINT + ": ping\r\n\r\n");
        asks("http://a.test/messages?session_id=1", Listing.TOOLS);
        talk.say(upstream, chunk("event: message\ndata: " + BOTH + "\n\n"));
        assertThat(talk.clientHears()).isEqualTo(chunk("event: message\ndata: " + ONE + "\n\n"));
        talk.say(upstream, "0\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("0\r\n\r\n");
        assertThat(talk.records().getLast().facts().detail()).isEqualTo("1 entries of lists were removed");
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event:endpoint\ndata:/messages?session_id=1\n\n",
                "\ufeffevent: endpoint\rdata: /messages?session_id=1\r\r",
                "data: /messages?session_id=1\nevent: other\nevent: endpoint\n\n",
                "event: message\ndata: {}\n\nevent: endpoint\ndata: https://elsewhere.test/x\n\n"
            })
    void theOlderFormIsKnownHoweverTheServerSaysIt(String events) {
        talk.say(upstream, STREAM + chunk(new String(events.getBytes(UTF_8), ISO_8859_1)));
        talk.clientHears();
        asks("http://a.test/messages?session_id=1", Listing.TOOLS);
        talk.say(upstream, chunk("data: " + BOTH + "\n\n"));
        assertThat(talk.clientHears()).isEqualTo(chunk("data: " + ONE + "\n\n"));
    }

    @Test
    void aQuestionOfLaterIsAnsweredToo() {
        begin(ENDPOINT);
        asks("http://a.test/messages?session_id=1", Listing.PROMPTS);
        talk.say(upstream, chunk("data: " + BOTH + "\n\n"));
        assertThat(talk.clientHears()).as("nobody asked for tools").isEqualTo(chunk("data: " + BOTH + "\n\n"));
        asks("http://a.test/messages?session_id=1", Listing.TOOLS);
        talk.say(upstream, chunk("data: " + BOTH + "\n\n"));
        assertThat(talk.clientHears()).isEqualTo(chunk("data: " + ONE + "\n\n"));
    }

    @Test
    void aStreamThatIsResumedIsReadFromItsBeginning() {
        asks("http://a.test/sse", Listing.TOOLS);
        talk.say(upstream, STREAM + chunk("id: 7\ndata: " + BOTH + "\n\n"));
        assertThat(talk.clientHears()).endsWith("\r\n\r\n" + chunk("id: 7\ndata: " + ONE + "\n\n"));
    }

    @Test
    void streamsThatAreNotOfMcpPassAsTheyAre() {
        asks("http://a.test/mcp", Listing.TOOLS);
        asks("http://b.test/sse", Listing.TOOLS);
        begin("data: not JSON\u0007\n\nhalf");
        talk.say(upstream, chunk(" of it"));
        assertThat(talk.clientHears()).isEqualTo(chunk(" of it"));
    }

    @Test
    void aStreamThatCannotBeReadEndsAndSaysSo() {
        begin(ENDPOINT);
        asks("http://a.test/messages?session_id=1", Listing.TOOLS);
        talk.say(upstream, chunk("data: {\"result\":{\"tools\":[],\"tools\":[{\"name\":\"deny\"}]}}\n\n"));
        assertThat(talk.clientHears())
                .contains("event: error\ndata: sallyport: upstream_malformed: a list that cannot be read")
                .doesNotContain("deny");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void anEventThatBeganBeforeTheListWasAskedForIsNotItsAnswer() {
        begin(ENDPOINT + "data: {\"result\":");
        asks("http://a.test/messages?session_id=1", Listing.TOOLS);
        talk.say(upstream, chunk("{\"tools\":[{\"name\":\"deny\"}]}}\n\n"));
        assertThat(talk.clientHears()).contains("in the middle of an event").doesNotContain("deny");
        assertThat(talk.client.isActive()).isFalse();
    }

    @Test
    void anEventBeyondTheBoundEndsTheStream() {
        begin(ENDPOINT);
        asks("http://a.test/messages?session_id=1", Listing.TOOLS);
        talk.say(upstream, chunk("data: " + "x".repeat(1 << 20)));
        assertThat(talk.clientHears()).contains("event: error");
        assertThat(talk.client.isActive()).isFalse();
        assertThat(sandbox.admission().buffers().used()).isZero();
    }

    @Test
    void aCodedStreamEndsOnceAListIsAskedFor() {
        talk.say(
                upstream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n" + chunk("x"));
        asks("http://a.test/sse", Listing.TOOLS);
        talk.say(upstream, chunk("y"));
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }
}
