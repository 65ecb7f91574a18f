package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.decision.listing.Listing;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session of MCP that was opened for one sandbox, and is named by another. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class SessionsOfOthersTest extends ForwardConversation {
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}";
    private static final String SESSION = "Mcp-Session-Id: s-1\r\n";
    private static final String OPENS =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + SESSION + "Content-Length: 2\r\n\r\n{}";

    /** Permits everything, and reads bodies. */
    private record Bodies() implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(Obligations.NONE);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            Obligations awaited = headers.body() == null ? Obligations.NONE.judgingBody() : Obligations.NONE;
            return new Judgement(TestSandboxes.allow(awaited), false, true, null);
        }
    }

    private final Sandbox other = talk.sandboxes.add("sb-2", TestSandboxes.hosts("a.test", "b.test"));

    private static String call(String method, String host, String as, String fields, String body) {
        return method + " http://" + host + "/mcp HTTP/1.1\r\nHost: " + host + "\r\n" + as
                + "Content-Type: application/json\r\n" + fields + "Content-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private EmbeddedChannel opened() {
        TestSandboxes.change(sandbox, null, new Bodies());
        TestSandboxes.change(other, null, new Bodies());
        EmbeddedChannel upstream = send(call("POST", "a.test", AS, "", CALL));
        talk.hear(upstream);
        talk.say(upstream, OPENS);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ").contains(SESSION);
        return upstream;
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    void itIsRefused(String method) {
        opened();
        talk.clientSays(call(method, "a.test", Conversation.as("sb-2"), SESSION, method.equals("POST") ? CALL : ""));
        assertThat(talk.clientHears()).doesNotStartWith("HTTP/1.1 200 ");
        assertThat(lastReason()).isEqualTo(ReasonCode.SESSION_REFUSED);
    }

    @Test
    void asOneOfTwoFieldsItIsRefusedToo() {
        opened();
        talk.clientSays(call("GET", "a.test", Conversation.as("sb-2"), "Mcp-Session-Id: x\r\n" + SESSION, ""));
        assertThat(lastReason()).isEqualTo(ReasonCode.SESSION_REFUSED);
    }

    @Test
    void itsOwnSandboxGoesOn() {
        EmbeddedChannel upstream = opened();
        talk.clientSays(call("POST", "a.test", AS, SESSION, CALL));
        assertThat(talk.hear(upstream)).contains(SESSION);
    }

    @Test
    void whatIsNotKnownPasses() {
        EmbeddedChannel upstream = opened();
        talk.clientSays(call("POST", "a.test", AS, "Mcp-Session-Id: s-2\r\n", CALL));
        assertThat(talk.hear(upstream)).contains("s-2");
    }

    @Test
    void anotherServersSessionOfThatNameIsAnotherOne() {
        opened();
        talk.clientSays(call("POST", "b.test", Conversation.as("sb-2"), SESSION, CALL));
        assertThat(talk.hear(talk.connect())).contains(SESSION);
    }

    private void streams(String endpoint) {
        EmbeddedChannel upstream =
                send("GET http://a.test/sse HTTP/1.1\r\nHost: a.test\r\nAccept: text/event-stream\r\n" + AS + "\r\n");
        talk.hear(upstream);
        String event = "event: endpoint\ndata: " + endpoint + "\n\n";
        talk.say(
                upstream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
        talk.say(upstream, "0\r\n\r\n");
        assertThat(talk.clientHears()).contains(endpoint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/messages/?session_id=abc",
                "/messages/?a=b&session_id=%61bc",
                "/other?session_id=x&session_id=abc",
                "/messages?sessionId=abc"
            })
    void ofHttpWithSseItIsRefusedByTheIdInItsUrl(String path) {
        streams("/messages/?session_id=abc");
        other(path);
        assertThat(lastReason()).isEqualTo(ReasonCode.SESSION_REFUSED);
    }

    @Test
    void aStreamWhoseListsAreFilteredOpensItsSessionToo() {
        if (WrittenRequest.parse("POST", "http://a.test/messages")
                instanceof Parsed.Accepted<CanonicalRequest>(CanonicalRequest asked)) {
            var question = new ListQuestion(asked, RequestHeaders.EMPTY, Set.of(Listing.TOOLS));
            sandbox.admission().tools().questions().add(question);
        }
        streams("/messages/?session_id=abc");
        other("/messages/?session_id=abc");
        assertThat(lastReason()).isEqualTo(ReasonCode.SESSION_REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/messages/", "/messages/?session_id=other", "/messages/?id=abc"})
    void whatNamesNoKnownSessionInItsUrlPasses(String path) {
        streams("/messages/?session_id=abc");
        other(path);
        assertThat(talk.hear(talk.connect())).startsWith("POST " + path + " HTTP/1.1");
    }

    private void other(String path) {
        talk.clientSays("POST http://a.test" + path + " HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-2")
                + "Content-Length: 0\r\n\r\n");
    }
}
