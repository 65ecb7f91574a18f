package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders of keys, byte for byte: at their own server, and elsewhere. Everything is granted here. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class PlaceholderConversationTest {
    private static final String BUILD = "6f1c0a52-token-of-build";
    private static final String MINE = "openshell:resolve:env:API_BUILD_TOKEN";
    private static final String OTHERS = "openshell:resolve:env:API_PUSH_TOKEN";
    private static final String NOBODYS = "openshell:resolve:env:GITHUB_TOKEN";
    private static final String MISMATCH = "credential_endpoint_mismatch";
    private static final String UNRESOLVED = "credential_unresolved";

    private final Conversation talk = new Conversation(new Servers());

    PlaceholderConversationTest() {
        talk.sandboxes.add("sb-1", TestSandboxes.allowing(_ -> true));
        talk.sandboxes.add("sb-2", TestSandboxes.allowing(_ -> true));
    }

    /** {@code build} and {@code push} are servers of the first sandbox. */
    private static final class Servers implements ApiServers {
        private static final Map<String, Credential> KEYS = Map.of(
                "API_BUILD_TOKEN", credential("API_BUILD_TOKEN", BUILD, "build.api.internal"),
                "API_PUSH_TOKEN", credential("API_PUSH_TOKEN", "token-of-push", "push.api.internal"));

        private static Credential credential(String key, String value, String host) {
            return Credential.of(key, value, request -> request.host().text().equals(host));
        }

        @Override
        public Found call(SandboxId sandbox, CanonicalHost host, int port) {
            return sandbox.text().equals("sb-1") && host.text().equals("build.api.internal")
                    ? Found.Up.of(BUILD, "run-1")
                    : new Found.Unknown();
        }

        @Override
        public @Nullable CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port) {
            return null;
        }

        @Override
        public Keyring keys(SandboxId sandbox) {
            return sandbox.text().equals("sb-1") ? Keyring.of(KEYS) : Keyring.EMPTY;
        }

        @Override
        public @Nullable List<ApiTool> tools(SandboxId sandbox) {
            return null;
        }
    }

    @AfterEach
    void close() {
        talk.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization: Bearer " + MINE + " | " + MISMATCH,
                "Authorization: Bearer " + OTHERS + " | " + MISMATCH,
                "Authorization: Bearer " + NOBODYS + " | " + UNRESOLVED,
                "Authorization: Bearer openshell:resolve:env:v3_API_BUILD_TOKEN | " + MISMATCH,
                "Authorization: Bearer sk-OPENSHELL-RESOLVE-ENV-API_BUILD_TOKEN | " + MISMATCH,
                "X-Api-Key: sk-ant-OPENSHELL-RESOLVE-ENV-OTHER | " + UNRESOLVED,
                "X-Api-Key: openshell%3Aresolve%3aenv%3AAPI_BUILD_TOKEN | " + MISMATCH,
                "X-Api-Key: %6Fpenshell%3Aresolve%3aenv%3A%41PI_BUILD_TOKEN | " + MISMATCH,
                "X-Api-Key: openshell%253Aresolve%253aenv%253aAPI_BUILD_TOKEN | " + MISMATCH,
                "X-Api-Key: OPENSHELL:RESOLVE:ENV:API_BUILD_TOKEN | " + UNRESOLVED,
                "X-Api-Key: openshell:resolve:env: | " + UNRESOLVED,
                "Cookie: a=1; b=" + MINE + " | " + MISMATCH,
                "Referer: http://a.test/?x=" + MINE + " | " + MISMATCH,
                "User-Agent: me " + MINE + " " + NOBODYS + " | " + MISMATCH,
                "X-OPENSHELL-RESOLVE-ENV-API_BUILD_TOKEN: x | " + MISMATCH,
            })
    void aFieldOnItsWayToSomewhereElseIsRefused(String field, String reason) {
        refused(
                "GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1") + field + "\r\n\r\n",
                reason);
    }

    @Test
    void basicCredentialsAreLookedInto() {
        for (String pair : new String[] {"x:" + MINE, MINE + ":", "user:" + MINE, "us:er" + MINE + "x:y"}) {
            String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            String reason = pair.contains("TOKENx") ? UNRESOLVED : MISMATCH;
            refused(get("sb-1", "a.test/", "Authorization: Basic " + encoded + "\r\n"), reason);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.test/x/" + MINE + "/y | " + MISMATCH,
                "a.test/x-openshell%3Aresolve%3Aenv%3AAPI_BUILD_TOKEN | " + MISMATCH,
                "a.test/?q=" + MINE + " | " + MISMATCH,
                "a.test/?q=%6fpenshell%3aresolve:env%3AAPI_BUILD_TOKEN&y=1 | " + MISMATCH,
                "a.test/?" + NOBODYS + "=1 | " + UNRESOLVED,
                "a.test/?q=%2525252525256fpenshell:resolve:env:API_BUILD_TOKEN | " + UNRESOLVED,
                "x-openshell-resolve-env-api_build_token.a.test/ | " + UNRESOLVED,
            })
    void aTargetThatCarriesOneIsRefused(String target, String reason) {
        refused(get("sb-1", target, ""), reason);
    }

    @Test
    void whoHasNoKeysSendsNoneEither() {
        refused(get("sb-2", "a.test/", "Authorization: Bearer " + MINE + "\r\n"), UNRESOLVED);
        refused(get("sb-2", "a.test/" + MINE, ""), UNRESOLVED);
    }

    @Test
    void aTunnelToANameThatCarriesOneIsRefused() {
        refused(
                "CONNECT x-openshell-resolve-env-api_build_token.a.test:443 HTTP/1.1\r\nHost:"
                        + " x-openshell-resolve-env-api_build_token.a.test:443\r\n" + Conversation.as("sb-1") + "\r\n",
                UNRESOLVED);
    }

    @Test
    void anOldClientIsToldTheSame() {
        refused("GET http://a.test/ HTTP/1.0\r\n" + Conversation.as("sb-1") + "X: " + MINE + "\r\n\r\n", MISMATCH);
    }

    /** The other server's key is not for this one, although its field would be dropped anyway. */
    @Test
    void oneServerIsNotGivenTheKeyOfTheNext() {
        refused(get("sb-1", "build.api.internal/", "Authorization: Bearer " + OTHERS + "\r\n"), MISMATCH);
        refused(get("sb-1", "build.api.internal/?a=" + OTHERS, ""), MISMATCH);
    }

    @Test
    void atItsOwnServerAuthorizationIsOurs() {
        talk.clientSays(get("sb-1", "build.api.internal/do", "Authorization: Bearer " + MINE + "\r\nAccept: */*\r\n"));
        assertThat(talk.hear(talk.connect()))
                .contains("\r\nAuthorization: Bearer " + BUILD + "\r\n")
                .doesNotContain("openshell")
                .containsOnlyOnce("Authorization");
    }

    @Test
    void atItsOwnServerItIsFilledInWhereItHasAPlace() {
        String basic = Base64.getEncoder().encodeToString(("u:" + MINE).getBytes(StandardCharsets.UTF_8));
        talk.clientSays(get(
                "sb-1",
                "build.api.internal/a/" + MINE + "/pre-" + MINE + "?k=" + MINE
                        + "&l=openshell%3Aresolve%3aenv:v1_API_BUILD_TOKEN",
                "X-Key: " + MINE + "\r\nX-Token: Token " + MINE
                        + "\r\nX-Shape: sk-a-OPENSHELL-RESOLVE-ENV-API_BUILD_TOKEN\r\nX-Basic: Basic " + basic
                        + "\r\n"));
        String filled = Base64.getEncoder().encodeToString(("u:" + BUILD).getBytes(StandardCharsets.UTF_8));
        assertThat(talk.hear(talk.connect()))
                .startsWith("GET /a/" + BUILD + "/pre-" + BUILD + "?k=" + BUILD + "&l=" + BUILD + " HTTP/1.1\r\n")
                .contains("\r\nX-Key: " + BUILD + "\r\n", "\r\nX-Token: Token " + BUILD + "\r\n")
                .contains("\r\nX-Shape: " + BUILD + "\r\n", "\r\nX-Basic: Basic " + filled + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Key: a " + MINE + " b",
                "X-Key: pre-" + MINE,
                "Cookie: k=" + MINE,
                "X-Key: openshell%3Aresolve%3Aenv%3AAPI_BUILD_TOKEN",
                "X-Key: " + MINE + " " + MINE,
                "Authorization: Basic !!" + MINE,
            })
    void atItsOwnServerItHasNoOtherPlace(String field) {
        refused(get("sb-1", "build.api.internal/", field + "\r\n"), UNRESOLVED);
    }

    @Test
    void aQueryKeyIsNoPlaceEither() {
        refused(get("sb-1", "build.api.internal/?" + MINE + "=1", ""), UNRESOLVED);
        refused(get("sb-1", "build.api.internal/?" + MINE, ""), UNRESOLVED);
    }

    @Test
    void aBodyIsCutWhereItBeginsToCarryOne() {
        EmbeddedChannel target = post("a.test", "Content-Length: 60\r\n");
        talk.clientSays("{\"text\": \"opensh");
        talk.clientSays("ell:resolve:en");
        assertThat(talk.hear(target)).endsWith("ell:resolve:en");
        talk.clientSays("v:API_BUILD_TOKEN\"} and so on");
        assertThat(talk.hear(target)).isEmpty();
        assertThat(target.isOpen()).isFalse();
        told(MISMATCH);
    }

    @Test
    void aChunkedBodyIsFollowedOverItsChunks() {
        EmbeddedChannel target = post("a.test", "Transfer-Encoding: chunked\r\n");
        for (char c : "openshell%3Aresolve%3aenv".toCharArray()) {
            talk.clientSays("1;ext=1\r\n" + c + "\r\n");
        }
        talk.hear(target);
        talk.clientSays("e\r\n:GITHUB_TOKEN \r\n0\r\n\r\n");
        assertThat(talk.hear(target)).isEmpty();
        assertThat(target.isOpen()).isFalse();
        told(UNRESOLVED);
    }

    /** Its own server does not receive it in a body either, because no endpoint has requested that. */
    @Test
    void noServerGetsOneInABody() {
        EmbeddedChannel target = post("build.api.internal", "Content-Length: 40\r\n");
        talk.clientSays("x" + MINE + "yy");
        assertThat(target.isOpen()).isFalse();
        told(UNRESOLVED);
    }

    @Test
    void aBodyThatWaitsForAWordIsFollowedToo() {
        EmbeddedChannel target = post("a.test", "Expect: 100-continue\r\nContent-Length: 60\r\n");
        talk.say(target, "HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 100 ");
        talk.clientSays(MINE + " and more");
        assertThat(target.isOpen()).isFalse();
        told(MISMATCH);
    }

    /** An answer that has begun is cut, so that the client does not take it for complete. */
    @Test
    void anEarlyAnswerIsCutWithIt() {
        EmbeddedChannel target = post("a.test", "Content-Length: 60\r\n");
        talk.say(target, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        talk.clientHears();
        talk.clientSays(MINE + " and more");
        assertThat(target.isOpen()).isFalse();
        assertThat(talk.client.isOpen()).isFalse();
        assertThat(talk.records().getLast().reason().word()).isEqualTo(MISMATCH);
    }

    @Test
    void aTrailerIsLookedAt() {
        EmbeddedChannel target = post("a.test", "Transfer-Encoding: chunked\r\n");
        talk.clientSays("1\r\nx\r\n0\r\nX-Sum: " + MINE + "\r\n\r\n");
        assertThat(talk.hear(target)).doesNotContain("openshell", "0\r\n");
        assertThat(target.isOpen()).isFalse();
        told(UNRESOLVED);
    }

    @Test
    void whatIsOnlyNearlyOneGoesThrough() {
        EmbeddedChannel target = post("a.test", "Content-Length: 39\r\n");
        talk.clientSays("openshell:resolve:envy, openshell:resol");
        assertThat(talk.hear(target)).endsWith("openshell:resolve:envy, openshell:resol");
        talk.say(target, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void anEchoOfTheTokenIsHidden() {
        talk.clientSays(get("sb-1", "build.api.internal/", ""));
        EmbeddedChannel server = talk.connect();
        talk.hear(server);
        talk.say(
                server,
                "HTTP/1.1 200 OK\r\nX-Echo: Bearer " + BUILD + "\r\nContent-Length: 30\r\n\r\n<"
                        + BUILD.substring(0, 9));
        String stars = "*".repeat(BUILD.length());
        assertThat(talk.clientHears())
                .contains("X-Echo: Bearer " + stars, "Content-Length: 30")
                .endsWith("\r\n\r\n<");
        talk.say(server, BUILD.substring(9) + "> 6f1c");
        assertThat(talk.clientHears()).isEqualTo(stars + "> 6f1c");
    }

    @Test
    void anEchoIsHiddenInChunksAndTrailersToo() {
        talk.clientSays(get("sb-1", "build.api.internal/", ""));
        EmbeddedChannel server = talk.connect();
        talk.say(server, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (char c : (BUILD + BUILD.substring(0, 5)).toCharArray()) {
            talk.say(server, "1\r\n" + c + "\r\n");
        }
        talk.say(server, "0\r\nX-Sum: " + BUILD + "\r\n\r\n");
        String heard = talk.clientHears();
        assertThat(heard)
                .doesNotContain(BUILD)
                .endsWith(
                        "5\r\n" + BUILD.substring(0, 5) + "\r\n0\r\nX-Sum: " + "*".repeat(BUILD.length()) + "\r\n\r\n");
        assertThat(heard.chars().filter(c -> c == '*').count()).isEqualTo(2L * BUILD.length());
    }

    @Test
    void anAnswerThatEndsWithTheConnectionGivesBackWhatWasHeld() {
        talk.clientSays(get("sb-1", "build.api.internal/", ""));
        EmbeddedChannel server = talk.connect();
        talk.say(server, "HTTP/1.1 200 OK\r\n\r\nx" + BUILD.substring(0, 7));
        talk.hangUp(server);
        assertThat(talk.clientHears()).endsWith("7\r\n" + BUILD.substring(0, 7) + "\r\n0\r\n\r\n");
    }

    @Test
    void aServerIsAskedForPlainAnswersAndACodedOneIsNotSentOn() {
        talk.clientSays(get("sb-1", "build.api.internal/", "Accept-Encoding: gzip\r\n"));
        EmbeddedChannel server = talk.connect();
        assertThat(talk.hear(server)).contains("Accept-Encoding: identity").doesNotContain("gzip");
        talk.say(server, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 ").contains("upstream_malformed");
    }

    @Test
    void theAnswersOfOthersAreNotTouched() {
        talk.clientSays(get("sb-1", "a.test/", ""));
        EmbeddedChannel target = talk.connect();
        talk.say(
                target,
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + BUILD.length() + "\r\n\r\n" + BUILD);
        assertThat(talk.clientHears()).endsWith("\r\n\r\n" + BUILD);
    }

    private EmbeddedChannel post(String host, String fields) {
        talk.clientSays("POST http://" + host + "/ HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as("sb-1")
                + fields + "\r\n");
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        return target;
    }

    private void refused(String request, String reason) {
        talk.clientSays(request);
        told(reason);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    private void told(String reason) {
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 403 ")
                .contains("\"reason\":\"" + reason + "\"")
                .doesNotContain(BUILD);
        AuditEvent record = talk.records().getLast();
        assertThat(record.reason().word()).isEqualTo(reason);
        assertThat(record.toString()).doesNotContain(BUILD);
    }

    private static String get(String sandbox, String target, String fields) {
        String host = target.substring(0, target.indexOf('/'));
        return "GET http://" + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as(sandbox) + fields
                + "\r\n";
    }
}
