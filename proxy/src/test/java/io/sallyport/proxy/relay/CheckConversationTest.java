package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The decision API called by a sandbox for itself, byte for byte; the tool {@code yes} is granted. */
class CheckConversationTest {
    private static final String POST =
            "POST http://sallyport.internal/v1/check HTTP/1.1\r\nHost: sallyport.internal\r\n";
    private static final String YES = "{\"tool\":\"yes\"}";
    private static final String NO = "{\"tool\":\"no\",\"skill_id\":\"s\"}";

    private final Conversation talk = new Conversation();

    private static final class Tools implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }

        @Override
        public Judgement judge(CanonicalAction action, ActingIdentity identity) {
            Decision said = action.target().equals("yes")
                    ? new Decision.Allow(ReasonCode.GRANTED, "lease:tool.call[0]", Mode.ENFORCE, Obligations.NONE)
                    : Decision.Deny.of(ReasonCode.NO_GRANT);
            return new Judgement(said, true, true, null);
        }
    }

    @BeforeEach
    void add() {
        talk.sandboxes.add("sb-1", new Tools());
        talk.sandboxes.add("sb-2", _ -> Decision.Deny.of(ReasonCode.NO_GRANT));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private static String post(String id, String body) {
        return POST + Conversation.as(id) + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private String ask(String body) {
        talk.clientSays(post("sb-1", body));
        return talk.clientHears();
    }

    @Test
    void itsOwnPolicyAnswersAndTheConnectionIsKept() {
        assertThat(ask(YES))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\"allow\":true")
                .doesNotContain("close");
        assertThat(ask(NO)).startsWith("HTTP/1.1 403 Forbidden\r\n").contains("\"reason\":\"no_grant\"");
        talk.clientSays(post("sb-2", YES));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 503").contains("\"reason\":\"policy_error\"");
    }

    @Test
    void aBodyThatComesInPiecesIsReadWhole() {
        String whole = POST + Conversation.as("sb-1") + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n";
        talk.clientSays(whole);
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        talk.clientSays("5\r\n" + YES.substring(0, 5) + "\r\n");
        assertThat(talk.clientHears()).isEmpty();
        talk.clientSays(
                Integer.toHexString(YES.length() - 5) + "\r\n" + YES.substring(5) + "\r\n0\r\n\r\n" + post("sb-1", NO));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").contains("HTTP/1.1 403 Forbidden");
    }

    @Test
    void eachQuestionLeavesARecordBesideThatOfTheCall() {
        assertThat(ask("[" + YES + "," + NO + ",1]")).startsWith("HTTP/1.1 200 OK");
        assertThat(talk.records()).extracting(AuditEvent::kind).containsExactly("tool", "tool", "admin", "http");
        assertThat(talk.records()).extracting(AuditEvent::sandbox).containsOnly("sb-1");
        assertThat(talk.records().getFirst().facts().detail()).isEqualTo("asked by the sandbox");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.GATEWAY_OWN);
    }

    @Test
    void aSandboxNamesNoOtherAndChangesNothing() {
        assertThat(ask("{\"tool\":\"yes\",\"sandbox\":\"sb-2\"}")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("{\"phase\":\"execution\"}")).startsWith("HTTP/1.1 400 ");
        talk.clientSays(POST.replace("/v1/check", "/v1/sandboxes/sb-2/check") + Conversation.as("sb-1")
                + "Content-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: method_refused");
    }

    @Test
    void whatIsNoSmallPostedBodyIsRefusedUnread() {
        talk.clientSays("GET http://sallyport.internal/v1/check HTTP/1.1\r\nHost: sallyport.internal\r\n"
                + Conversation.as("sb-1") + "\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: method_refused");
        talk.clientSays(POST + Conversation.as("sb-1") + "Content-Length: 65537\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 Rejected: malformed_request");
    }

    @Test
    void aBodyThatTurnsOutTooLargeIsCutOff() {
        talk.clientSays(POST + Conversation.as("sb-1") + "Transfer-Encoding: chunked\r\n\r\n11000\r\n");
        talk.clientSays("x".repeat(0x11000));
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 400 Rejected: malformed_request")
                .contains("the body is larger than 65536 bytes");
    }

    @Test
    void withoutIdentityNothingIsAnswered() {
        talk.clientSays(POST + "Content-Length: " + YES.length() + "\r\n\r\n" + YES);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 ");
    }
}
