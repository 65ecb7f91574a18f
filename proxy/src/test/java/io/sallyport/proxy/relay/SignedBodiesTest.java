package io.sallyport.proxy.relay;

import static io.sallyport.proxy.support.GrantedCredentials.PLACEHOLDER;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.AwsKeys;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialUse;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.SigV4Rule;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.GrantedCredentials;
import io.sallyport.proxy.support.TestSandboxes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies whose hash is signed and that nobody has hashed: held whole, and sent on as they came. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class SignedBodiesTest {
    private static final int MOST_BYTES = 100_000;
    private static final int MOST_BYTES_FILLED = 400;
    private static final Pattern SAID = Pattern.compile("X-Amz-Content-Sha256: ([0-9a-f]{64})\r\n");
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    /** Says the hash in a field, where a test can read it. */
    private static final SigV4Rule RULE = new SigV4Rule(Set.of("r-1"), Set.of("s3"), "r-1", "s3", false);

    private static final Credential SIGNING = new Credential(
            "aws",
            "aws",
            "",
            () -> CredentialValue.SigningKeys.of(new AwsKeys("AKIDEXAMPLE", "secret-of-the-test", null)),
            _ -> true,
            new CredentialUse(List.of(), OwnValue.REMOVE, true, InBodies.REFUSE, InAnswers.REDACT, RULE));

    private final Conversation talk = new Conversation(
            limits(ProxyLimits.DEFAULT), new GrantedCredentials(SIGNING, GrantedCredentials.credential()));
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", GrantedCredentials.granting(Set.of("aws", "hub")));

    private static ProxyLimits limits(ProxyLimits usual) {
        return new ProxyLimits(
                usual.request(),
                usual.response(),
                usual.connections(),
                usual.upstream(),
                usual.guesses(),
                usual.http2(),
                usual.webSocket(),
                MOST_BYTES_FILLED,
                MOST_BYTES);
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private void post(String fields, String body) {
        talk.clientSays(
                "POST http://a.test/t HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + fields + "\r\n" + body);
    }

    private static String length(String body) {
        return "Content-Length: " + body.length() + "\r\n";
    }

    private static String hash(String body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(ISO_8859_1));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void signs(String sent, String body) {
        Matcher said = SAID.matcher(sent);
        assertThat(said.find()).as(sent).isTrue();
        assertThat(said.group(1)).isEqualTo(hash(body));
        assertThat(sent).contains("\r\nAuthorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/");
    }

    private void refused(String status, String reason) {
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 " + status).contains("\"reason\":\"" + reason + "\"");
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.records().getLast().reason().word()).isEqualTo(reason);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void nobodyIsDialledBeforeItIsWhole() {
        post(length("abcdef"), "abc");
        assertThat(talk.dialer.attempts()).isEmpty();
        talk.clientSays("def");
        String sent = talk.hear(talk.connect());
        signs(sent, "abcdef");
        assertThat(sent).contains("\r\nContent-Length: 6\r\n").endsWith("\r\n\r\nabcdef");
    }

    @Test
    void aRequestWithoutABodyIsSignedWithTheEmptyHashAtOnce() {
        post("Content-Length: 0\r\n", "");
        signs(talk.hear(talk.connect()), "");
    }

    @Test
    void aChunkedBodyIsHashedWithoutItsFramingAndItsTrailersFollow() {
        post("Transfer-Encoding: chunked\r\n", "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 1\r\n\r\n");
        String sent = talk.hear(talk.connect());
        signs(sent, "abcde");
        assertThat(sent).endsWith("\r\n\r\n5\r\nabcde\r\n0\r\nX-Sum: 1\r\n\r\n");
    }

    @Test
    void aTrailerThatWouldSignIsRefused() {
        post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\nAuthorization: AWS4-HMAC-SHA256 x\r\n\r\n");
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).doesNotContain("AWS4-HMAC-SHA256 x");
        assertThat(target.isOpen()).isFalse();
    }

    /** More than any buffer of a connection takes at once. */
    @Test
    void aLargeBodyGoesOnAsTheTargetTakesIt() {
        String body = "0123456789".repeat(MOST_BYTES / 10);
        post(length(body), body);
        EmbeddedChannel target = talk.connect();
        String sent = talk.hear(target);
        signs(sent, body);
        assertThat(sent).endsWith("\r\n\r\n" + body);
        talk.say(target, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
        post(length(body), body);
        assertThat(talk.hear(target)).as("on the same connection").endsWith("\r\n\r\n" + body);
        assertThat(talk.records().getFirst().request().bytesIn()).isEqualTo(MOST_BYTES);
    }

    @Test
    void aPromiseBeyondTheBoundIsRefusedBeforeAByteOfIt() {
        post("Content-Length: " + (MOST_BYTES + 1) + "\r\nExpect: 100-continue\r\n", "");
        refused("413 ", "body_too_large");
    }

    @Test
    void chunksBeyondTheBoundAreRefused() {
        post("Transfer-Encoding: chunked\r\n", "");
        String chunk = "2710\r\n" + "x".repeat(10_000) + "\r\n";
        for (int i = 0; i < 11; i++) {
            talk.clientSays(chunk);
        }
        refused("413 ", "body_too_large");
    }

    @Test
    void aClientThatWaitsForAWordIsToldByTheGateway() {
        post(length("abc") + "Expect: 100-continue\r\n", "");
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        talk.clientSays("abc");
        String sent = talk.hear(talk.connect());
        signs(sent, "abc");
        assertThat(sent).doesNotContain("Expect");
    }

    /** Less than was promised: what comes is the next request's to nobody. */
    @Test
    void aClientThatGivesUpHalfwayGivesItsMemoryBack() {
        long before = talk.sandboxes.buffers().used();
        post(length("abcdef"), "abc");
        assertThat(talk.sandboxes.buffers().used()).isGreaterThan(before);
        talk.hangUp(talk.client);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    /** More than was promised is another request, and none that is signed. */
    @Test
    void whatFollowsTheLengthIsNotOfTheBody() {
        post(length("abc"), "abcGET / HTTP/1.1\r\n\r\n");
        EmbeddedChannel target = talk.connect();
        String sent = talk.hear(target);
        signs(sent, "abc");
        assertThat(sent).endsWith("\r\n\r\nabc");
        talk.say(target, OK);
        assertThat(talk.clientHears()).contains("no_identity");
    }

    @Test
    void aBrokenChunkIsRefused() {
        post("Transfer-Encoding: chunked\r\n", "3\r\nabcd\r\n0\r\n\r\n");
        refused("400 ", "malformed_request");
    }

    @Test
    void whatIsHeldCountsOnceUntilTheExchangeEnds() {
        long before = talk.sandboxes.buffers().used();
        String body = "x".repeat(5_000);
        post(length(body), body);
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        assertThat(talk.sandboxes.buffers().used()).isEqualTo(before + body.length());
        talk.say(target, OK);
        talk.clientHears();
        assertThat(talk.sandboxes.buffers().used()).isEqualTo(before);
    }

    @Test
    void beyondWhatTheSandboxMayHaveWaitingNothingIsHeld() {
        var buffers = sandbox.admission().buffers();
        var charge = new io.sallyport.decision.buffers.BufferCharge();
        charge.to(buffers);
        post(length("abcdef"), "abc");
        charge.set(talk.sandboxes.buffers().limits().bytesPerSandbox());
        talk.clientSays("def");
        charge.set(0);
        assertThat(talk.clientHears()).contains("too_much_buffered");
        assertThat(talk.records().getLast().reason()).isEqualTo(ReasonCode.TOO_MUCH_BUFFERED);
        assertThat(talk.dialer.attempts()).isEmpty();
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void aPolicyThatChangesMeanwhileIsAskedAgain() {
        post(length("abcdef"), "abc");
        TestSandboxes.change(sandbox, null, TestSandboxes.allowing(_ -> true));
        talk.clientSays("def");
        refused("403 ", "policy_changed");
    }

    /** What is signed is what is sent, whatever the sandbox has hashed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFilledBodyIsHashedWithItsSecret(boolean said) {
        String body = "{\"token\":\"" + PLACEHOLDER + "\"}";
        post(JSON + length(body) + (said ? "X-Amz-Content-Sha256: " + hash(body) + "\r\n" : ""), body);
        String sent = talk.hear(talk.connect());
        String filled = "{\"token\":\"hub-value-with-\\\"signs\\\"\"}";
        signs(sent, filled);
        assertThat(sent).endsWith("\r\n\r\n" + filled);
    }

    @Test
    void aHashOfTheSandboxsOwnIsKeptForABodyThatStaysAsItIs() {
        String body = "{\"token\":1}";
        post(JSON + length(body) + "X-Amz-Content-Sha256: " + hash("another") + "\r\n", body);
        signs(talk.hear(talk.connect()), "another");
    }

    @Test
    void aPlaceholderInABodyThatIsTooLongToBeFilledIsNotSent() {
        String body = "{\"a\":\"" + "x".repeat(MOST_BYTES_FILLED) + "\",\"token\":\"" + PLACEHOLDER + "\"}";
        post(JSON + length(body), body);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.hear(target)).doesNotContain("Placeholder", "value-with");
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.clientHears()).contains("credential_unresolved");
        AuditEvent record = talk.records().getLast();
        assertThat(record.reason()).isEqualTo(ReasonCode.CREDENTIAL_UNRESOLVED);
    }
}
