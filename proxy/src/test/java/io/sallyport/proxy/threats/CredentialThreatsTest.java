package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.AS;
import static io.sallyport.proxy.threats.Attack.inside;
import static io.sallyport.proxy.threats.Attack.request;
import static io.sallyport.proxy.threats.Attack.requestInside;
import static io.sallyport.proxy.threats.Attack.straight;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** K: the identity of callers, and answers that imitate the gateway's. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class CredentialThreatsTest {
    private static final String TOKEN = TestSandboxes.tokenOf("sb-1");

    private final Conversation talk = new Conversation();

    @AfterEach
    void close() {
        talk.close();
    }

    private static String basic(String pair) {
        return "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }

    @Test
    void line82TwoProxyCredentialsAreRefusedThoughBothAreRight() {
        straight(request("GET", "/", AS)).isRefused(ReasonCode.IDENTITY_CONFLICT);
        straight(request("GET", "/", "Proxy-Authorization: Bearer " + TOKEN + "\r\n"))
                .isRefused(ReasonCode.IDENTITY_CONFLICT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n",
                "Authorization: Bearer a\r\nX: y\r\nauthorization: Bearer a\r\n",
                "Cookie: a=1\r\nCookie: a=2\r\n"
            })
    void line82DoubledCredentialsAreRefused(String lines) {
        straight(request("GET", "/", lines)).isRefused(ReasonCode.MALFORMED_REQUEST);
        inside(requestInside("GET", "/", lines)).isRefused(ReasonCode.MALFORMED_REQUEST);
        straight(request("GET", "/", "Authorization: Bearer a\r\nCookie: a=1; b=2\r\n"))
                .isForwarded();
    }

    @Test
    void line82NoTokenStandsInAnAnswerARecordOrWhatIsSent() {
        String secret = basic("sb-1:" + TOKEN).strip().replaceAll(".* ", "");
        for (Attack attack : List.of(
                straight(request("GET", "/?token=" + TOKEN, "")),
                straight(request("GET", "/?token=" + TOKEN, ""), _ -> false),
                straight(request("GET", "/", "X : y\r\n")),
                straight(request("GET", "/", AS)))) {
            assertThat(attack.answer()).doesNotContain(TOKEN, secret);
            assertThat(attack.records().toString()).doesNotContain(TOKEN, secret);
            assertThat(attack.sent()).doesNotContain(secret);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Sandbox-Id: sb-1", "X-Sallyport-Sandbox: sb-1", "X-Forwarded-User: sb-1", "X-Real-IP: 192.0.2.1",
                "X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1", "X-Client-Cert: sb-1",
                        "Authorization: Bearer token-sb-1",
                "Cookie: sandbox=sb-1", "From: sb-1"
            })
    void line83NoOtherFieldSaysWhoAsks(String field) {
        straight(request("GET", "/", "").replace(AS, field + "\r\n")).isRefused(ReasonCode.NO_IDENTITY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n",
                "PROXY UNKNOWN\r\n",
                "\r\n\r\n\0\r\nQUIT\n!\u0011\0\u000c\u00c0\0\u0002\u0001\u00c0\0\u0002\u0002\0\u0001\0\u0002"
            })
    void line83TheProxyProtocolIsNotSpoken(String preface) {
        straight(preface + request("GET", "/", ""))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @Test
    void line83InATunnelNobodyBecomesAnother() {
        Attack attack = inside(requestInside("GET", "/", Conversation.as("sb-2")));
        attack.isForwarded();
        assertThat(attack.records()).extracting(AuditEvent::sandbox).containsExactly("sb-1");
        assertThat(attack.sent()).doesNotContain("Proxy-Authorization");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sb-1:",
                "sb-1:token-sb-2",
                ":token-sb-1",
                "sb-2:token-sb-1",
                "sb-1",
                "sb-1:token-sb-1 ",
                "sb-1:TOKEN-SB-1",
                "sb-1:token-sb-1\0",
                "SB-1:token-sb-1"
            })
    void line84WhatIsNotTheTokenOfThatSandboxIs407(String pair) {
        Attack attack = straight(request("GET", "/", "").replace(AS, basic(pair)));
        attack.isRefused(ReasonCode.NO_IDENTITY);
        assertThat(attack.answer()).startsWith("HTTP/1.1 407 ").contains("Proxy-Authenticate: Basic");
        assertThat(attack.records().getFirst().sandbox()).isNull();
    }

    @Test
    void line84ARemovedSandboxsTokenIs407AtTheNextRequest() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(request("GET", "/", ""));
        talk.say(talk.connect(), Attack.OK);
        talk.sandboxes.remove("sb-1");
        talk.clientHears();
        talk.clientSays(request("GET", "/", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 Denied: no_identity\r\n");
        assertThat(talk.records()).hasSize(2);
        assertThat(talk.dialer.attempts()).hasSize(1);
    }

    @Test
    void line84AnExpiredLeaseIs407() {
        Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        TestSandboxes.admission(sandbox).refuseWith(ReasonCode.LEASE_EXPIRED);
        talk.clientSays(request("GET", "/", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 Denied: lease_expired\r\n");
        assertThat(talk.records()).hasSize(1);
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void line84ALeaseThatEndedStaysEndedWhereverTheClockIsSet() {
        Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        Instant start = talk.clock.instant();
        TestSandboxes.change(sandbox, start.plusSeconds(3_600), TestSandboxes.hosts("a.test"));
        talk.clock.setWall(start.plusSeconds(86_400));
        talk.clientSays(request("GET", "/", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 Denied: lease_expired\r\n");
        talk.clock.setWall(start);
        talk.clientSays(request("GET", "/", ""));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 407 Denied: lease_expired\r\n");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void line84GuessingIsCutShort() {
        String guess = request("GET", "/", "").replace(AS, basic("sb-1:guess"));
        talk.clientSays(guess.repeat(20));
        assertThat(talk.client.isActive()).isFalse();
        assertThat(talk.records()).hasSize(8).allMatch(record -> record.reason() == ReasonCode.NO_IDENTITY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 407 Denied: no_identity\r\nContent-Length: 0\r\n\r\n"
            })
    void line109ATargetAsksForNoProxyCredentials(String answer) {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(request("GET", "/", ""));
        EmbeddedChannel target = talk.connect();
        talk.say(target, answer);
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 502 Failed: upstream_malformed\r\n")
                .doesNotContain("Proxy-Authenticate");
        assertThat(target.isActive()).isFalse();
        assertThat(talk.records()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Proxy-Status",
                "Proxy-Authenticate",
                "Proxy-Authentication-Info",
                "Proxy-Connection",
                "proxy_status",
                "Alt-Svc",
                "alt_svc"
            })
    void line109FieldsOfTheGatewaysOwnAreNotTheTargets(String name) {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        talk.clientSays(request("GET", "/", ""));
        EmbeddedChannel target = talk.connect();
        talk.say(
                target,
                "HTTP/1.1 103 Early\r\n" + name + ": evil\r\n\r\nHTTP/1.1 403 Denied: no_grant\r\n" + name
                        + ": evil\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + name + ": evil\r\n\r\n");
        assertThat(talk.clientHears())
                .isEqualTo("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n"
                        + "Via: 1.1 sallyport\r\n\r\n0\r\n\r\n");
        assertThat(talk.records()).hasSize(1);
    }
}
