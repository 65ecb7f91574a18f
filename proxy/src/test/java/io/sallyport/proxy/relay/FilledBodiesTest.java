package io.sallyport.proxy.relay;

import static io.sallyport.proxy.support.GrantedCredentials.PLACEHOLDER;
import static io.sallyport.proxy.support.GrantedCredentials.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.GrantedCredentials;
import io.sallyport.proxy.support.TestSandboxes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders in the bodies of requests, byte for byte, where they are filled in. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class FilledBodiesTest {
    private static final int MOST_BYTES = 400;
    private static final String JSON = "Content-Type: application/json; charset=utf-8\r\n";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final String BODY = "{\"token\":\"" + PLACEHOLDER + "\",\"x\":1}";
    private static final String FILLED = "{\"token\":\"hub-value-with-\\\"signs\\\"\",\"x\":1}";

    private final Conversation talk = new Conversation(limits(ProxyLimits.DEFAULT), new GrantedCredentials());
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", GrantedCredentials.granting());

    private static ProxyLimits limits(ProxyLimits usual) {
        return new ProxyLimits(
                usual.request(),
                usual.response(),
                usual.connections(),
                usual.upstream(),
                usual.guesses(),
                usual.http2(),
                usual.webSocket(),
                MOST_BYTES,
                usual.signedBodyBytes());
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private void post(String host, String fields, String body) {
        talk.clientSays("POST http://" + host + "/t HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as("sb-1")
                + fields + "\r\n" + body);
    }

    private static String length(String body) {
        return "Content-Length: " + body.length() + "\r\n";
    }

    private String sent() {
        return talk.hear(talk.connect());
    }

    private void refused(String reason) {
        assertThat(talk.clientHears()).contains("\"reason\":\"" + reason + "\"").doesNotContain("value-with");
        assertThat(talk.dialer.attempts()).isEmpty();
        AuditEvent record = talk.records().getLast();
        assertThat(record.reason().word()).isEqualTo(reason);
        assertThat(record.toString()).doesNotContain("value-with");
    }

    @Test
    void aJsonBodyIsFilledAndItsLengthIsTold() {
        post("a.test", JSON + length(BODY), BODY);
        assertThat(sent())
                .contains("\r\nContent-Length: " + FILLED.length() + "\r\n")
                .endsWith("\r\n\r\n" + FILLED);
    }

    @Test
    void aFormIsFilled() {
        String body = "grant_type=refresh_token&refresh_token=" + PLACEHOLDER;
        post("a.test", FORM + length(body), body);
        assertThat(sent()).endsWith("&refresh_token=hub-value-with-%22signs%22");
    }

    @Test
    void aPlaceholderIsFoundOverPiecesAndChunks() {
        post("a.test", JSON + length(BODY), "");
        BODY.chars().forEach(c -> talk.clientSays(Character.toString(c)));
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).endsWith("\r\n\r\n" + FILLED);
        talk.say(target, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        talk.clientHears();
        post("a.test", JSON + "Transfer-Encoding: chunked\r\n", "");
        BODY.chars().forEach(c -> talk.clientSays("1;x=y\r\n" + Character.toString(c) + "\r\n"));
        talk.clientSays("0\r\nX-Sum: 1\r\n\r\n");
        assertThat(talk.hear(target))
                .contains("Transfer-Encoding: chunked")
                .doesNotContain("Content-Length")
                .endsWith("\r\n\r\n" + Integer.toHexString(FILLED.length()) + "\r\n" + FILLED
                        + "\r\n0\r\nX-Sum: 1\r\n\r\n");
    }

    @Test
    void anEchoOfTheFilledBodyIsHidden() {
        post("a.test", JSON + length(BODY), BODY);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).contains("Accept-Encoding: identity");
        String echo = SECRET + " and " + FILLED + " and hub-value-with-%22signs%22";
        talk.say(target, "HTTP/1.1 200 OK\r\nX-Echo: " + SECRET + "\r\n" + length(echo) + "\r\n" + echo);
        assertThat(talk.clientHears()).doesNotContain("value-with").contains("X-Echo: " + "*".repeat(SECRET.length()));
    }

    @Test
    void theLengthOfTheSecretIsNotRecorded() {
        post("a.test", JSON + length(BODY), BODY);
        talk.say(talk.connect(), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        AuditEvent record = talk.records().getLast();
        assertThat(record.toString()).doesNotContain("value-with");
        assertThat(record.request().bytesIn()).isEqualTo(BODY.length());
        assertThat(record.facts().credentials()).containsExactly("hub");
    }

    @Test
    void aClientThatWaitsForAWordIsToldByTheGateway() {
        post("a.test", JSON + length(BODY) + "Expect: 100-continue\r\n", "");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
        talk.clientSays(BODY);
        assertThat(sent()).doesNotContain("Expect").endsWith(FILLED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"" + PLACEHOLDER + "\":1}",
                "{\"t\":\"key: " + PLACEHOLDER + "\"}",
                "{\"t\":\"{\\\"t\\\":\\\"" + PLACEHOLDER + "\\\"}\"}",
                "{\"t\":\"\\u0053allyportPlaceholderId0123456789AB\"}",
                "{t:\"" + PLACEHOLDER + "\"}",
                "{\"a\":\"" + PLACEHOLDER + "\",\"b\":\"SallyportPlaceholderId9999999999AB\"}"
            })
    void whereItHasNoPlaceTheRequestIsRefusedBeforeAnybodyIsDialled(String body) {
        post("a.test", JSON + length(body), body);
        refused("credential_unresolved");
    }

    @Test
    void onTheWayToAnotherEndpointItIsRefused() {
        post("b.test", JSON + length(BODY), BODY);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).doesNotContain("Sallyport", "value-with");
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.clientHears()).contains("credential_endpoint_mismatch");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: text/plain",
                "Content-Type: multipart/form-data; boundary=x",
                "Content-Type: application/json\r\nContent-Type: text/plain",
                "Content-Type: application/json\r\nContent-Encoding: identity",
                "X: y"
            })
    void inAnotherFormOfBodyItIsRefused(String fields) {
        post("a.test", fields + "\r\n" + length(BODY), BODY);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).doesNotContain("Sallyport", "value-with");
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.clientHears()).contains("credential_unresolved");
    }

    /** More than is held goes on as it comes: nothing is filled in, and a placeholder ends it. */
    @Test
    void aBodyBeyondTheBoundIsNotFilled() {
        String large = "{\"a\":\"" + "x".repeat(MOST_BYTES) + "\",\"b\":1}";
        post("a.test", JSON + length(large), large);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).endsWith("\r\n\r\n" + large);
        talk.say(target, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        talk.clientHears();
        String marked = "{\"a\":\"" + "x".repeat(MOST_BYTES) + "\",\"b\":\"" + PLACEHOLDER + "\"}";
        post("a.test", JSON + length(marked), marked);
        assertThat(talk.hear(target)).doesNotContain("Placeholder", "value-with");
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.clientHears()).contains("credential_unresolved");
    }

    @Test
    void aBodyWithoutOneIsSentAsItIs() {
        String body = "{\"é\" : \"\\u0053ally\" }";
        post("a.test", JSON + length(body), body);
        assertThat(sent()).contains("\r\n" + length(body)).endsWith("\r\n\r\n" + body);
    }

    @Test
    void whatIsHeldIsTheSandboxsUntilItsExchangeEnds() {
        long before = talk.sandboxes.buffers().used();
        post("a.test", JSON + length(BODY), BODY.substring(0, 20));
        assertThat(talk.sandboxes.buffers().used()).isGreaterThan(before);
        talk.clientSays(BODY.substring(20));
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        assertThat(talk.sandboxes.buffers().used()).isGreaterThan(before + BODY.length());
        talk.say(target, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        talk.clientHears();
        assertThat(talk.sandboxes.buffers().used()).isEqualTo(before);
    }

    @Test
    void aClientThatLeavesBeforeItsBodyIsThereIsRecorded() {
        post("a.test", JSON + length(BODY), BODY.substring(0, 20));
        talk.hangUp(talk.client);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    /** The credential was taken away while the body came. */
    @Test
    void aPolicyThatChangesMeanwhileIsAskedAgain() {
        post("a.test", JSON + length(BODY), BODY.substring(0, 20));
        TestSandboxes.change(sandbox, null, TestSandboxes.allowing(_ -> true));
        talk.clientSays(BODY.substring(20));
        refused("policy_changed");
    }

    @Test
    void aRuleThatReadsTheBodySeesThePlaceholder() {
        List<String> read = new ArrayList<>();
        TestSandboxes.change(sandbox, null, new Bodies(read));
        post("a.test", JSON + length(BODY), BODY);
        assertThat(sent()).endsWith("\r\n\r\n" + FILLED);
        assertThat(read).contains(BODY).noneMatch(body -> body.contains("value-with"));
    }

    /** Wants to see each body. */
    private record Bodies(List<String> read) implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return GrantedCredentials.granting().decide(request);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            RequestBody body = headers.body();
            if (body == null) {
                return new Judgement(TestSandboxes.allow(Obligations.NONE.judgingBody()), true, true, null);
            }
            read.add(new String(body.bytes(), StandardCharsets.UTF_8));
            return new Judgement(decide(request), false, true, null);
        }
    }
}
