package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The fetch endpoint under the gateway's own name, byte for byte; its answers are given when the test says so. */
class FetchConversationTest {
    private static final String POST = "POST http://sallyport.internal/fetch HTTP/1.1\r\nHost: sallyport.internal\r\n";

    private final HeldEndpoint desk = new HeldEndpoint();
    private final Conversation talk = new Conversation(desk);
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts());

    @AfterEach
    void close() {
        talk.close();
    }

    private static String post(String body) {
        return POST + Conversation.as("sb-1") + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void withoutIdentityNobodyIsAsked() {
        talk.clientSays(POST + "Content-Length: 2\r\n\r\n{}");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 ");
        assertThat(desk.said).isEmpty();
    }

    @Test
    void theBodyIsHandedOverWholeAndTheConnectionIsKept() {
        talk.clientSays(post("{}") + post("[]"));
        assertThat(desk.said).containsExactly("sb-1 POST", "{}");
        assertThat(talk.clientHears()).isEmpty();
        desk.answer(200, "one");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 200 OK\r\nAllow: POST\r\nContent-Length: 3\r\n\r\none");
        desk.answer(422, "two");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 422 Unprocessable Content\r\n")
                .endsWith("two");
        assertThat(talk.records()).as("they are the endpoint's to keep").isEmpty();
    }

    @Test
    void chunksAreReadAndTheWordIsGivenOnceTheHeadIsGood() {
        talk.clientSays(POST + Conversation.as("sb-1") + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        talk.clientSays("1\r\n{\r\n");
        talk.clientSays("1\r\n}\r\n0\r\n\r\n");
        assertThat(desk.said).containsExactly("sb-1 POST", "{}");
    }

    @Test
    void nothingOfABodyIsReadBehindABadHead() {
        desk.isOpen = false;
        talk.clientSays(POST + Conversation.as("sb-1") + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n");
        assertThat(desk.said).containsExactly("sb-1 POST", "turned");
        assertThat(talk.clientHears()).isEmpty();
        desk.answer(401, "no");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 401 Unauthorized\r\n")
                .contains("Connection: close\r\n")
                .doesNotContain("100 Continue");
    }

    @Test
    void aBodyThatTurnsOutTooLargeIsCutOffWhereItIs() {
        talk.clientSays(POST + Conversation.as("sb-1") + "Transfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 17; i++) {
            talk.clientSays("10000\r\n" + "x".repeat(0x10000) + "\r\n");
        }
        assertThat(desk.said).containsExactly("sb-1 POST", "too large");
        desk.answer(413, "no");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 413 Content Too Large\r\n");
    }

    @Test
    void anAnswerThatComesLateGoesNowhereAndIsRecordedByTheEndpointAlone() {
        talk.clientSays(post("{}"));
        talk.hangUp(talk.client);
        desk.answer(200, "late");
        assertThat(talk.clientHears()).isEmpty();
        assertThat(talk.records()).isEmpty();
        assertThat(desk.said).as("the endpoint decides").containsExactly("sb-1 POST", "{}", "left");
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedForForEver() {
        talk.clientSays(post("{}"));
        talk.pass(Duration.ofMinutes(3));
        assertThat(talk.client.isActive()).as("waited for long enough").isFalse();
        desk.answer(200, "late");
        assertThat(talk.clientHears()).isEmpty();
        assertThat(talk.records()).isEmpty();
    }

    @Test
    void aConnectionTooManyBeginsNothing() {
        TestSandboxes.admission(sandbox).limit(0);
        talk.clientSays(post("{}"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 429 Limited: too_many_connections\r\n");
        assertThat(desk.said).isEmpty();
    }

    @Test
    void whereNothingIsFetchedItIsNotFoundAndRecorded() {
        try (var other = new Conversation()) {
            other.sandboxes.add("sb-1", TestSandboxes.hosts());
            other.clientSays(post("{}"));
            assertThat(other.clientHears()).startsWith("HTTP/1.1 404 ").endsWith("{\"error\":\"not found\"}\n");
            assertThat(other.records()).extracting(AuditEvent::reason).containsExactly(ReasonCode.GATEWAY_OWN);
        }
    }

    @Test
    void everyPathAndQueryOfModelsReachesTheirEndpointWithIdentityAlone() {
        String model = POST.replace("sallyport.internal", "inference.sallyport.internal")
                .replace("/fetch", "/v1/chat/completions?x=1");
        talk.clientSays(model + "Content-Length: 2\r\n\r\n{}");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 ");
        try (var other = new Conversation(desk)) {
            other.sandboxes.add("sb-1", TestSandboxes.hosts());
            other.clientSays(model + Conversation.as("sb-1") + "Content-Length: 2\r\n\r\n{}");
            assertThat(desk.said).containsExactly("sb-1 POST", "{}");
        }
    }

    @Test
    void otherPathsAndAQueryAreNotFound() {
        talk.clientSays(POST.replace("/fetch", "/fetch?x=1") + Conversation.as("sb-1") + "Content-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 404 ").endsWith("{\"error\":\"not found\"}\n");
        talk.clientSays(POST.replace("/fetch", "/fetch/") + Conversation.as("sb-1") + "Content-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 Denied: method_refused");
        assertThat(desk.said).isEmpty();
    }
}
