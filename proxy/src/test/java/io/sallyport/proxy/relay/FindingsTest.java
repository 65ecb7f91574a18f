package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.TestSandboxes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the setting {@code findings} does about secrets in requests that policy allows. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class FindingsTest {
    private static final String TOKEN = "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"; // the public example of the format
    private static final String CANARY = "wintergreen-7!bridge";
    private static final RequestSearch SEARCH = new RequestSearch(
            List.of(new SoughtValue(FindingKind.CANARY, "vault-note", CANARY.getBytes(StandardCharsets.UTF_8))), 2);

    private Conversation talk = talk(FindingMode.ENFORCE, true);

    private static Conversation talk(FindingMode mode, boolean bodies) {
        var talk = new Conversation(new FindingPolicy(mode, bodies, SEARCH));
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test", hexOf(CANARY) + ".test"));
        return talk;
    }

    private void with(FindingMode mode, boolean bodies) {
        talk.close();
        talk = talk(mode, bodies);
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private static String hexOf(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String get(String target, String... lines) {
        return "GET http://a.test" + target + " HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + String.join("\r\n", lines) + (lines.length == 0 ? "" : "\r\n") + "\r\n";
    }

    private static String post(String body) {
        return "POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private AuditEvent last() {
        return talk.records().getLast();
    }

    private List<String> labels() {
        return last().facts().findings().stream().map(FoundSecret::label).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/" + TOKEN, "/x?key=" + TOKEN, "/x?a=ghp%5FzQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"})
    void aTokenInATargetIsRefused(String target) {
        talk.clientSays(get(target));
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 403 Denied: secret_found")
                .contains("github-token in the ");
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(labels()).singleElement().asString().startsWith("token:github-token@");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/" + TOKEN, "/x?key=" + TOKEN})
    void theRecordDoesNotRepeatAToken(String target) {
        talk.clientSays(get(target));
        assertThat(labels()).isNotEmpty();
        assertThat(last().request().toString()).doesNotContain(TOKEN);
        with(FindingMode.REPORT, false);
        talk.clientSays(get(target));
        talk.say(talk.connect(), "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok");
        assertThat(labels()).isNotEmpty();
        assertThat(last().request().toString()).doesNotContain(TOKEN);
    }

    @Test
    void aTokenInAFieldIsRefused() {
        String basic = Base64.getEncoder().encodeToString(("x:" + TOKEN).getBytes(StandardCharsets.UTF_8));
        talk.clientSays(get("/x", "Authorization: Basic " + basic));
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        talk.clientSays(get("/x", "X-A: " + TOKEN.substring(0, 17), "X-A: " + TOKEN.substring(17)));
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(labels()).containsExactly("token:github-token@header");
    }

    @Test
    void aTunnelToANameThatHoldsASecretIsRefusedBeforeItIsLookedUp() {
        String host = hexOf(CANARY) + ".test:443";
        talk.clientSays("CONNECT " + host + " HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as("sb-1") + "\r\n");
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(labels()).containsExactly("canary:vault-note@host");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aSandboxDoesNotLearnThatItSentACanary() {
        talk.clientSays(
                get("/x?note=" + Base64.getUrlEncoder().encodeToString(CANARY.getBytes(StandardCharsets.UTF_8))));
        String heard = talk.clientHears();
        assertThat(heard).startsWith("HTTP/1.1 403 ").doesNotContain("canary", "vault-note", CANARY);
        assertThat(labels()).containsExactly("canary:vault-note@query");
        assertThat(last().toString()).doesNotContain(CANARY);
    }

    @Test
    void aTokenInABodyIsRefusedBeforeAnybodyIsDialled() {
        talk.clientSays(post("{\"text\": \"" + hexOf(TOKEN) + "\"}"));
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(labels()).containsExactly("token:github-token@body");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aReportNamesATokenInABodyThatPasses() {
        with(FindingMode.REPORT, true);
        talk.clientSays(post("{\"text\": \"" + hexOf(TOKEN) + "\"}"));
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).contains(hexOf(TOKEN));
        talk.say(upstream, "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok");
        talk.settle();
        assertThat(last().reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(labels()).containsExactly("token:github-token@body");
    }

    @Test
    void aTokenOverTwoChunksIsRefused() {
        talk.clientSays("POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + "Transfer-Encoding: chunked\r\n\r\n14\r\n" + TOKEN.substring(0, 20) + "\r\n");
        talk.clientSays("14\r\n" + TOKEN.substring(20) + "\r\n0\r\n\r\n");
        assertThat(labels()).containsExactly("token:github-token@body");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aBodyLongerThanTheBoundIsRefusedUnread() {
        talk.clientSays("POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + "Content-Length: 999999999\r\n\r\n");
        assertThat(last().reason()).isEqualTo(ReasonCode.BODY_TOO_LARGE);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void aBodyInACodingThatCannotBeUndoneIsRefused() {
        talk.clientSays("POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + "Content-Encoding: zstd\r\nContent-Length: 5\r\n\r\nabcde");
        assertThat(labels()).containsExactly("token:unscanned@body");
    }

    @Test
    void aBodyWithoutSecretsPasses() {
        talk.clientSays(post("{\"text\": \"nothing of ours\"}"));
        assertThat(talk.hear(talk.connect())).endsWith("{\"text\": \"nothing of ours\"}");
    }

    @Test
    void bodiesPassWhereTheyAreNotLookedInto() {
        with(FindingMode.ENFORCE, false);
        talk.clientSays(post(TOKEN));
        assertThat(talk.hear(talk.connect())).endsWith(TOKEN);
    }

    @Test
    void inReportModeTheRecordNamesThemAndTheRequestPasses() {
        with(FindingMode.REPORT, true);
        talk.clientSays(get("/x", "Authorization: Bearer " + TOKEN));
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).contains(TOKEN);
        talk.say(upstream, "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok");
        assertThat(labels()).containsExactly("token:github-token@header");
        assertThat(last().reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void whereItIsOffNothingIsLookedFor() {
        with(FindingMode.OFF, true);
        talk.clientSays(get("/x", "Authorization: Bearer " + TOKEN));
        EmbeddedChannel upstream = talk.connect();
        talk.say(upstream, "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok");
        assertThat(labels()).isEmpty();
    }

    @Test
    void aRequestThatPolicyRefusesIsNotSearched() {
        talk.clientSays("GET http://other.test/" + TOKEN + " HTTP/1.1\r\nHost: other.test\r\n" + Conversation.as("sb-1")
                + "\r\n");
        assertThat(last().reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(labels()).isEmpty();
    }

    private EmbeddedChannel webSocket() {
        talk.clientSays(get(
                "/live",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: " + WebSocketConversation.KEY));
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        talk.say(target, WebSocketConversation.switching());
        return target;
    }

    @Test
    void aTokenOverTwoFramesOfAMessageDoesNotGoOn() {
        EmbeddedChannel target = webSocket();
        talk.clientSays(Frames.ofClient(Frames.TEXT, 20, TOKEN.substring(0, 20))); // more comes
        talk.clientSays(Frames.ofClient(0x80, 20, TOKEN.substring(20))); // the last of it
        assertThat(talk.hear(target)).doesNotContain(TOKEN);
        assertThat(labels()).containsExactly("token:github-token@message");
    }

    @Test
    void aTokenOverTwoFramesOfABinaryMessageDoesNotGoOn() {
        EmbeddedChannel target = webSocket();
        talk.clientSays(Frames.ofClient(Frames.BINARY, 20, TOKEN.substring(0, 20)));
        talk.clientSays(Frames.ofClient(0x80, 20, TOKEN.substring(20)));
        assertThat(talk.hear(target)).doesNotContain(TOKEN);
        assertThat(labels()).containsExactly("token:github-token@message");
    }

    @Test
    void binaryMessagesAreUnpackedUpToABound() {
        EmbeddedChannel target = webSocket();
        String harmless = packed(new byte[1024]);
        talk.clientSays(Frames.ofClient(Frames.BINARY, "\0\u0001" + harmless));
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.BINARY, "\0\u0001" + harmless));
        talk.clientSays(Frames.ofClient(Frames.BINARY, "\0" + packed(CANARY.getBytes(StandardCharsets.UTF_8))));
        assertThat(labels()).containsExactly("canary:vault-note@message");
    }

    @Test
    void aBombInABinaryMessageIsRefusedUnread() {
        webSocket();
        talk.clientSays(Frames.ofClient(Frames.BINARY, packed(new byte[8 << 20])));
        assertThat(labels()).containsExactly("token:unscanned@message");
    }

    private static String packed(byte[] content) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static String chunked(String trailer) {
        return "POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: " + trailer + "\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTokenInATrailerDoesNotGoOn(boolean bodies) {
        with(FindingMode.ENFORCE, bodies);
        talk.clientSays(chunked("Bearer " + TOKEN));
        assertThat(talk.hear(talk.connect())).doesNotContain(TOKEN);
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(labels()).containsExactly("token:github-token@header");
    }

    @Test
    void inReportModeATrailerPassesAndTheRecordNamesWhatIsInIt() {
        with(FindingMode.REPORT, false);
        talk.clientSays(chunked(hexOf(CANARY)));
        EmbeddedChannel upstream = talk.connect();
        assertThat(talk.hear(upstream)).contains(hexOf(CANARY));
        talk.say(upstream, "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok");
        assertThat(labels()).containsExactly("canary:vault-note@header");
    }

    @Test
    void aMessageThatHoldsASecretDoesNotGoOn() {
        EmbeddedChannel target = webSocket();
        talk.clientSays(Frames.ofClient(Frames.TEXT, "hello"));
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, "hello"));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "my " + TOKEN));
        assertThat(last().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(labels()).containsExactly("token:github-token@message");
    }
}
