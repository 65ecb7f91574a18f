package io.sallyport.admin;

import static io.sallyport.admin.AdminFixture.answers;
import static io.sallyport.admin.AdminFixture.bearer;
import static io.sallyport.admin.AdminFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an attacker sends who reaches the port, without a token or with a stolen place in a browser. */
final class HostileCallsTest {
    private static final String OPERATOR = bearer(Role.OPERATOR);

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @AfterEach
    void stop() {
        assertThat(fixture.control.asked).as("nothing was changed").isEmpty();
    }

    private String get(String target, String headers) throws IOException {
        return fixture.raw("GET " + target + " HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:3129",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "127.0.0.1@evil.example",
                "admin.test.evil.example",
                "10.0.0.1",
                "[::ffff:10.0.0.1]",
                "2130706433",
                "localhost:",
                "localhost:123456",
                "localhost, evil.example",
                ""
            })
    void aNameThatWasReboundToThisMachineIsRefused(String host) throws IOException {
        String response = get("/v1/sandboxes", "Host: " + host + "\r\n" + OPERATOR);
        assertThat(status(response)).isEqualTo(403);
        assertThat(response).contains("\"code\":\"HOST_REFUSED\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:80", "[::1]:3129", "Admin.Test"})
    void itsOwnNamesAreNot(String host) throws IOException {
        assertThat(status(get("/v1/sandboxes", "Host: " + host + "\r\n" + OPERATOR)))
                .isEqualTo(200);
    }

    @Test
    void noHostAndTwoHostsAreRefused() throws IOException {
        assertThat(status(get("/v1/sandboxes", OPERATOR))).isEqualTo(403);
        assertThat(status(get("/v1/sandboxes", "Host: localhost\r\nHost: localhost\r\n" + OPERATOR)))
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: https://localhost",
                "Origin: http://localhost:1",
                "Origin: http://localhost\r\nOrigin: http://evil.example",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void aPageOfAnotherSiteIsRefusedEvenWithAToken(String header) throws IOException {
        String response = get("/v1/sandboxes", "Host: localhost\r\n" + OPERATOR + header + "\r\n");
        assertThat(status(response)).isEqualTo(403);
        assertThat(response).contains("\"code\":\"ORIGIN_REFUSED\"");
    }

    @Test
    void aPageOfItsOwnIsNot() throws IOException {
        String own = "Host: localhost\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n";
        assertThat(status(get("/v1/sandboxes", own + OPERATOR))).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Authorization: Bearer wrong",
                "Authorization: Basic b3BlcmF0b3I6eA==",
                "Authorization: Bearer",
                "Authorization: Bearer  ",
                "Proxy-Authorization: Bearer token-of-operator-0123456789abcdef0123456789abcdef",
                "X-Api-Key: token-of-operator-0123456789abcdef0123456789abcdef",
                "Cookie: token=token-of-operator-0123456789abcdef0123456789abcdef",
                "Authorization: Bearer token-of-operator-0123456789abcdef0123456789abcdef x",
                "Authorization: Bearer x\r\nAuthorization: Bearer token-of-operator-0123456789abcdef0123456789abcdef"
            })
    void onlyOneBearerTokenInItsHeaderOpens(String header) throws IOException {
        String line = header.isEmpty() ? "" : header + "\r\n";
        String response = get("/v1/sandboxes", "Host: localhost\r\n" + line);
        assertThat(status(response)).isEqualTo(401);
        assertThat(response.toLowerCase(Locale.ROOT)).contains("www-authenticate: bearer");
        assertThat(response).doesNotContain("token-of");
    }

    @Test
    void aTokenInTheTargetOpensNothingAndIsNotRepeated() throws IOException {
        String secret = AdminFixture.secret(Role.OPERATOR);
        String response = get("/v1/sandboxes?token=" + secret, "Host: localhost\r\n");
        assertThat(status(response)).isEqualTo(401);
        assertThat(response).doesNotContain(secret);
        assertThat(String.join("", fixture.records()))
                .contains("\"no_identity\"")
                .doesNotContain(secret);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/sandboxes/..%2f",
                "/v1/sandboxes/%2e%2e/guardrails",
                "/v1/sandboxes/a%00b",
                "/v1/sandboxes/a%0d%0ab",
                "//v1/sandboxes",
                "/v1//sandboxes",
                "/v1/sandboxes/",
                "/v1/sandboxes/a;b",
                "/v1/sandboxes/a\\b",
                "/v1/sandboxes/a#b",
                "/v1/sandboxes/\u00e9",
                "http://localhost/v1/sandboxes",
                "http://evil.example/v1/sandboxes",
                "localhost:80",
                "*",
                "/v1/sandboxes?limit=1&limit=2",
                "/v1/sandboxes?limit",
                "/v1/sandboxes?limit=%zz",
                "/v1/sandboxes?limit=%ff",
                "/v1/sandboxes?limit=1#x",
                "/v1/sandboxes?Limit=1"
            })
    void targetsThatCouldMeanTwoThingsAreMalformed(String target) throws IOException {
        assertThat(status(get(target, "Host: localhost\r\n" + OPERATOR))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/sandboxes/..", "/v1/sandboxes/.hidden", "/v1/sandboxes/-a", "/v1/sandboxes/~"})
    void whatIsNoIdIsRefusedAsSuch(String target) throws IOException {
        String response = get(target, "Host: localhost\r\n" + OPERATOR);
        assertThat(status(response)).isEqualTo(400);
        assertThat(response).contains("\"code\":\"INVALID_ID\"");
    }

    @Test
    void anIdHasABound() throws IOException {
        assertThat(status(get("/v1/sandboxes/" + "a".repeat(64), "Host: localhost\r\n" + OPERATOR)))
                .isEqualTo(400);
        assertThat(status(get("/v1/sandboxes/" + "a".repeat(63), "Host: localhost\r\n" + OPERATOR)))
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: 5\r\nContent-Length: 5",
                "Content-Length: 5, 5",
                "Content-Length: +5",
                "Content-Length: 0x5",
                "Content-Length: -1",
                "Content-Length: 99999999999999999999",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding : chunked",
                "X: a\u0000b",
                "X\u0001: a",
                ": a"
            })
    void framingThatTwoReadersCouldReadDifferentlyEndsTheConnection(String header) throws IOException {
        String smuggled = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String responses = fixture.raw("PUT /v1/sandboxes/sb-1 HTTP/1.1\r\nHost: localhost\r\n" + OPERATOR + header
                + "\r\n\r\n" + smuggled + smuggled);
        assertThat(status(responses)).isEqualTo(400);
        assertThat(answers(responses)).as(responses).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /healthz\r\n\r\n",
                "GET /healthz HTTP/0.9\r\n\r\n",
                "GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "GET  /healthz HTTP/1.1 x\r\n\r\n",
                "GE\tT /healthz HTTP/1.1\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
                "GET /healthz HTTP/1.1\nHost: localhost\n\n"
            })
    void whatIsNoRequestGetsNoMoreThanOneRefusal(String text) throws IOException {
        String response = fixture.raw(text);
        assertThat(answers(response)).isLessThanOrEqualTo(1);
        assertThat(response).doesNotContain("alive");
    }

    @Test
    void headsAreBounded() throws IOException {
        assertThat(status(get("/healthz", "Host: localhost\r\nX: " + "x".repeat(20_000) + "\r\n")))
                .isEqualTo(431);
        assertThat(status(get("/healthz", "X: x\r\n".repeat(70)))).isEqualTo(431);
        assertThat(status(get("/" + "x".repeat(5_000), "Host: localhost\r\n"))).isEqualTo(414);
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "Put", "POST", "PATCH", "OPTIONS", "TRACE", "CONNECT", "X"})
    void otherMethodsAreRefused(String method) throws IOException {
        String response = fixture.rawAndClose(method, "/v1/sandboxes/sb-1", "");
        assertThat(status(response)).isEqualTo(405);
        assertThat(response).contains("Allow: DELETE, GET, PUT");
    }

    @Test
    void anAnswerToHeadHasNoBody() throws IOException {
        String response = fixture.rawAndClose("HEAD", "/v1/sandboxes", "");
        assertThat(status(response)).isEqualTo(405);
        assertThat(response).endsWith("\r\n\r\n");
    }

    @Test
    void aRefusedUploadIsAnsweredBeforeItIsSent() throws IOException {
        String headers = "Host: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n";
        String response = fixture.raw("PUT /v1/sandboxes/sb-1 HTTP/1.1\r\n" + headers);
        assertThat(status(response)).isEqualTo(401);
        assertThat(answers(response)).isEqualTo(1);
    }

    @Test
    void theBodyOfARefusedCallIsNotTheNextCall() throws IOException {
        String inner = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String responses = fixture.raw("PUT /v1/sandboxes/sb-1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + inner.length() + "\r\n\r\n" + inner
                + "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answers(responses)).isEqualTo(2);
        assertThat(responses).startsWith("HTTP/1.1 401").containsOnlyOnce("alive");
    }

    @Test
    void aBodyThatNobodyWantsIsReadOnlySoFar() throws IOException {
        String responses = fixture.raw("PUT /v1/sandboxes/sb-1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000"
                + "\r\n\r\n" + "x".repeat(200_000) + "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(status(responses)).isEqualTo(401);
        assertThat(answers(responses)).isEqualTo(1);
    }
}
