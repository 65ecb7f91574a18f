package io.sallyport.proxy.relay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.Sha256;
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
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in signed chunks go on chunk by chunk, each with a signature of the operator's key. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class SignedChunksTest {
    private static final String SECRET = "secret-of-the-test";
    private static final String OTHER = "0123456789abcdef".repeat(4);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final String DATA = "0123456789abcdef".repeat(4_096);
    private static final Pattern SEED = Pattern.compile("Signature=([0-9a-f]{64})\r\n");
    private static final Pattern SIGNED = Pattern.compile("chunk-signature=([0-9a-f]{64})\r\n");
    private static final SigV4Rule RULE = new SigV4Rule(Set.of("r-1"), Set.of("s3"), "r-1", "s3", false);

    private static final Credential SIGNING = new Credential(
            "aws",
            "aws",
            "",
            () -> CredentialValue.SigningKeys.of(new AwsKeys("AKIDEXAMPLE", SECRET, null)),
            _ -> true,
            new CredentialUse(List.of(), OwnValue.REMOVE, true, InBodies.REFUSE, InAnswers.REDACT, RULE));

    private final Conversation talk =
            new Conversation(ProxyLimits.DEFAULT, new GrantedCredentials(SIGNING, GrantedCredentials.credential()));
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", GrantedCredentials.granting(Set.of("aws", "hub")));
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @AfterEach
    void close() {
        talk.close();
    }

    private static String chunk(String data) {
        return Integer.toHexString(data.length()) + ";chunk-signature=" + OTHER + "\r\n" + data + "\r\n";
    }

    private void put(long data, String framing) {
        talk.clientSays("PUT http://a.test/t HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + "Content-Encoding: aws-chunked\r\nX-Amz-Content-Sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD\r\n"
                + "X-Amz-Decoded-Content-Length: " + data + "\r\n" + framing + "\r\n");
    }

    private void putWhole(long data, String body) {
        put(data, "Content-Length: " + body.length() + "\r\n");
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Computes the signatures of chunks as a server does, from the head that it got. */
    private static List<String> expected(String sent, String... data) {
        Matcher seed = SEED.matcher(sent);
        assertThat(seed.find())
                .as(sent.substring(0, Math.min(sent.length(), 2_000)))
                .isTrue();
        String previous = seed.group(1);
        byte[] key = ("AWS4" + SECRET).getBytes(UTF_8);
        for (String step : List.of("20300101", "r-1", "s3", "aws4_request")) {
            key = hmac(key, step);
        }
        List<String> all = new ArrayList<>();
        for (String piece : data) {
            String text = String.join(
                    "\n",
                    "AWS4-HMAC-SHA256-PAYLOAD",
                    "20300101T000000Z",
                    "20300101/r-1/s3/aws4_request",
                    previous,
                    Sha256.hexOf(""),
                    Sha256.of(piece.getBytes(ISO_8859_1)).hex());
            previous = HexFormat.of().formatHex(hmac(key, text));
            all.add(previous);
        }
        return all;
    }

    private static List<String> signatures(String sent) {
        return SIGNED.matcher(sent).results().map(found -> found.group(1)).toList();
    }

    private long buffered() {
        return talk.sandboxes.buffers().used();
    }

    @Test
    void eachChunkIsSignedWithTheOneBeforeIt() {
        String body = chunk(DATA) + chunk("tail") + chunk("");
        putWhole(DATA.length() + 4L, body);
        talk.clientSays(body);
        EmbeddedChannel target = talk.connect();
        String sent = talk.hear(target);
        assertThat(signatures(sent)).isEqualTo(expected(sent, DATA, "tail", ""));
        assertThat(sent)
                .contains("\r\nContent-Length: " + body.length() + "\r\n")
                .contains("\r\nContent-Encoding: aws-chunked\r\n")
                .doesNotContain("chunk-signature=" + OTHER);
        assertThat(sent.substring(sent.indexOf("\r\n\r\n") + 4)).hasSize(body.length());
        talk.say(target, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
        assertThat(buffered()).isZero();
        putWhole(0, chunk(""));
        talk.clientSays(chunk(""));
        assertThat(talk.hear(target)).as("on the same connection").endsWith("\r\n\r\n");
    }

    @Test
    void theyGoOnInChunksOfHttpWhereTheyCameSo() {
        String body = chunk("some data") + chunk("");
        put(9, "Transfer-Encoding: chunked\r\n");
        EmbeddedChannel target = talk.connect();
        talk.clientSays("5\r\n" + body.substring(0, 5) + "\r\n");
        talk.clientSays(Integer.toHexString(body.length() - 5) + "\r\n" + body.substring(5) + "\r\n0\r\n\r\n");
        String sent = talk.hear(target);
        assertThat(signatures(sent)).isEqualTo(expected(sent, "some data", ""));
        assertThat(sent).endsWith("\r\n0\r\n\r\n");
    }

    /** Byte by byte, in a body that begins before anybody is dialled. */
    @Test
    void theyAreSignedHoweverTheyAreDividedOnTheWay() {
        String body = chunk("some data") + chunk("");
        putWhole(9, body);
        EmbeddedChannel target = talk.connect();
        for (int i = 0; i < body.length(); i++) {
            talk.clientSays(body.substring(i, i + 1));
        }
        String sent = talk.hear(target);
        assertThat(signatures(sent)).isEqualTo(expected(sent, "some data", ""));
    }

    @Test
    void nothingIsReadWhileAChunkIsSignedBesideTheLoop() {
        talk.judging = waiting::add;
        String body = chunk(DATA) + chunk(DATA) + chunk("");
        putWhole(2L * DATA.length(), body);
        EmbeddedChannel target = talk.connect();
        talk.clientSays(body.substring(0, DATA.length() + 100));
        assertThat(waiting).hasSize(1);
        assertThat(buffered()).isGreaterThan(DATA.length());
        assertThat(signatures(talk.hear(target))).isEmpty();
        talk.clientSays(body.substring(DATA.length() + 100));
        assertThat(waiting).as("one chunk at a time").hasSize(1);
        assertThat(talk.client.config().isAutoRead()).isFalse();
        for (int signed = 1; signed <= 3; signed++) {
            waiting.remove().run();
            talk.settle();
        }
        assertThat(signatures(talk.hear(target))).hasSize(3);
        talk.say(target, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
        assertThat(buffered()).isZero();
    }

    @Test
    void aClientThatGoesWhileAChunkIsSignedGivesItsMemoryBack() {
        talk.judging = waiting::add;
        String body = chunk(DATA) + chunk(DATA) + chunk("");
        putWhole(2L * DATA.length(), body);
        EmbeddedChannel target = talk.connect();
        talk.clientSays(body.substring(0, DATA.length() + 100));
        talk.hangUp(talk.client);
        waiting.remove().run();
        talk.settle();
        assertThat(signatures(talk.hear(target))).isEmpty();
        assertThat(target.isOpen()).isFalse();
        assertThat(buffered()).isZero();
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void anAnswerThatComesBeforeTheEndEndsTheExchange() {
        talk.judging = waiting::add;
        String body = chunk(DATA) + chunk("");
        putWhole(DATA.length(), body);
        EmbeddedChannel target = talk.connect();
        talk.clientSays(body);
        talk.say(target, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403 ");
        waiting.remove().run();
        talk.settle();
        assertThat(target.isOpen()).as("its request was not sent as a whole").isFalse();
        assertThat(buffered()).isZero();
    }

    @Test
    void withoutAThreadToSignTheRequestIsRefused() {
        talk.judging = _ -> {
            throw new RejectedExecutionException();
        };
        putWhole(4, chunk("data") + chunk(""));
        EmbeddedChannel target = talk.connect();
        talk.clientSays(chunk("data"));
        assertThat(talk.clientHears()).contains("\"reason\":\"buffers_full\"");
        assertThat(target.isOpen()).isFalse();
        assertThat(buffered()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4\r\ndata\r\n0\r\n\r\n",
                "5;chunk-signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\nevil!\r\n"
            })
    void whatIsNoChunkIsNotSentAndTheConnectionEnds(String body) {
        putWhole(4, body + "x".repeat(100));
        EmbeddedChannel target = talk.connect();
        talk.clientSays(body);
        assertThat(talk.hear(target)).doesNotContain("data", "evil");
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 ").contains("not in signed chunks");
        assertThat(buffered()).isZero();
    }

    @Test
    void aBodyThatEndsBeforeItsLastChunkIsNotCompleted() {
        putWhole(4, chunk("data"));
        EmbeddedChannel target = talk.connect();
        talk.clientSays(chunk("data"));
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.clientHears()).contains("the body ends within its signed chunks");
    }

    @Test
    void aPlaceholderInAChunkIsNotSent() {
        String data = "token=" + GrantedCredentials.PLACEHOLDER;
        putWhole(data.length(), chunk(data) + chunk(""));
        EmbeddedChannel target = talk.connect();
        talk.clientSays(chunk(data) + chunk(""));
        assertThat(talk.hear(target)).doesNotContain("Placeholder");
        assertThat(talk.clientHears()).contains("credential_unresolved");
        assertThat(target.isOpen()).isFalse();
    }

    @Test
    void beyondWhatTheSandboxMayHaveWaitingNothingIsSigned() {
        var charge = new io.sallyport.decision.buffers.BufferCharge();
        charge.to(sandbox.admission().buffers());
        putWhole(DATA.length(), chunk(DATA) + chunk(""));
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        charge.set(talk.sandboxes.buffers().limits().bytesPerSandbox());
        talk.clientSays(chunk(DATA));
        charge.set(0);
        assertThat(signatures(talk.hear(target))).isEmpty();
        assertThat(talk.clientHears()).contains("too_much_buffered");
        assertThat(buffered()).isZero();
    }
}
