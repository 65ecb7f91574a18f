package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.AS;
import static io.sallyport.proxy.threats.Attack.connect;
import static io.sallyport.proxy.threats.Attack.inside;
import static io.sallyport.proxy.threats.Attack.request;
import static io.sallyport.proxy.threats.Attack.requestInside;
import static io.sallyport.proxy.threats.Attack.straight;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** G: consecutive requests, tunnels and upgrades, hop-by-hop fields, and answers with a false length. */
class HopThreatsTest {
    private static final String SMUGGLED = request("GET", "/smuggled", "");

    private final Conversation talk = new Conversation();

    @BeforeEach
    void sandbox() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private EmbeddedChannel send(String request) {
        talk.clientSays(request);
        return talk.connect();
    }

    private ReasonCode onlyReason() {
        assertThat(talk.records()).hasSize(1);
        return talk.records().getFirst().reason();
    }

    @Test
    void line54EachPipelinedRequestIsJudgedAndNothingIsSentBehindARefusalThatCloses() {
        String fine = request("GET", "/fine", "");
        Attack attack = straight(
                fine + request("GET", "/closed", "") + fine,
                request -> request.path() != null && request.path().text().equals("/fine"));
        assertThat(attack.records())
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.GRANTED, ReasonCode.NO_GRANT, ReasonCode.GRANTED);
        assertThat(attack.sent()).doesNotContain("/closed");
        attack = straight(fine + "GET http://a.test/ HTTP/1.1\r\nX : y\r\n\r\n" + fine);
        assertThat(attack.records())
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.GRANTED, ReasonCode.MALFORMED_REQUEST);
        assertThat(attack.open()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 1", "Transfer-Encoding: chunked", "Content-Length: 0\r\nContent-Length: 0"})
    void line55AConnectHasNoBody(String lines) {
        straight(connect("a.test:443", "a.test").replace("Host: a.test\r\n", "Host: a.test\r\n" + lines + "\r\n")
                        + SMUGGLED)
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @Test
    void line55BytesBeforeTheAnswerAreBytesOfTheTunnelAndOfNothingElse() {
        straight(
                        connect("b.test:443", "b.test:443") + SMUGGLED,
                        request -> request.host().text().equals("a.test"))
                .isDenied(ReasonCode.NO_GRANT)
                .closes();
        String hello = ClientHellos.to("a.test");
        talk.clientSays(connect("a.test:443", "a.test:443") + hello + SMUGGLED);
        EmbeddedChannel target = talk.connect();
        assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n");
        assertThat(talk.hear(target)).isEqualTo(hello + SMUGGLED);
        assertThat(talk.records()).hasSize(1);
    }

    @Test
    void line55WhatFollowsAFailedConnectIsNoRequest() {
        talk.clientSays(connect("a.test:443", "a.test:443") + SMUGGLED);
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 ").contains("Connection: close\r\n");
        assertThat(onlyReason()).isEqualTo(ReasonCode.CONNECT_FAILED);
        assertThat(talk.dialer.attempts()).hasSize(1);
    }

    @Test
    void line56UpgradesGoNoFurther() {
        straight(request("GET", "/", "Connection: Upgrade\r\nUpgrade: websocket\r\n"))
                .isRefused(ReasonCode.MALFORMED_REQUEST);
        inside(requestInside("GET", "/", "Connection: Upgrade\r\nUpgrade: h2c, WebSocket\r\n"))
                .isRefused(ReasonCode.MALFORMED_REQUEST);
        String handshake = String.join(
                "\r\n",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "");
        straight(request("GET", "/", handshake), request -> request.scheme() == Scheme.HTTP)
                .isDenied(ReasonCode.NO_GRANT);
        inside(requestInside("GET", "/", handshake), request -> request.scheme() == Scheme.HTTP)
                .isDenied(ReasonCode.NO_GRANT);
        String h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
        assertThat(straight(request("GET", "/", h2c)).isForwarded().sent())
                .doesNotContain("Upgrade", "h2c", "HTTP2-Settings", "Connection");
    }

    @Test
    void line56AnUnasked101IsNoTunnel() {
        EmbeddedChannel target = send(request("GET", "/", "Connection: Upgrade\r\nUpgrade: tls/1.2\r\n"));
        talk.say(target, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tls/1.2\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 502 Failed: upstream_malformed\r\n");
        assertThat(target.isActive()).isFalse();
        assertThat(onlyReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }

    @Test
    void line57ABodyThatWaitsIsJudgedFirst() {
        straight(request("POST", "/", "Expect: 100-continue\r\nContent-Length: 5\r\n"), _ -> false)
                .isDenied(ReasonCode.NO_GRANT)
                .closes();
        straight(request("POST", "/", "Expect: 200-ok\r\nContent-Length: 5\r\n"))
                .isRefused(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void line57Http10EndsAfterOneRequest() {
        Attack attack = straight("GET http://a.test/1 HTTP/1.0\r\nConnection: keep-alive\r\n" + AS + "\r\n" + SMUGGLED);
        attack.isForwarded().closes();
        assertThat(attack.sent()).doesNotContain("/smuggled");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "Authorization",
                "Cookie",
                "Content-Type",
                "X-Forwarded-For",
                "Cache-Control",
                "Origin",
                "Range"
            })
    void line58ConnectionTakesNoProtectedFieldAway(String name) {
        String lines = name.equals("Host") ? "" : name + ": 1\r\n";
        Attack attack = straight(request("GET", "/", lines + "X-Hop: 1\r\nConnection: " + name + ", X-Hop\r\n"));
        assertThat(attack.isForwarded().sent()).contains(name + ": ").doesNotContain("X-Hop", "Connection");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Proxy-Authorization",
                "Proxy-Connection",
                "proxy_authorization",
                "Proxy-Authenticate",
                "Proxy",
                "Keep-Alive",
                "TE"
            })
    void line58FieldsOfOneHopGoNoFurther(String name) {
        String lines = name.equals("Proxy-Authorization") ? "" : name + ": secret\r\n";
        String sent = straight(request("GET", "/", lines)).isForwarded().sent();
        assertThat(sent).doesNotContain(name + ":").doesNotContain("secret", "token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.1 sallyport", "1.0 a, 1.1 SALLYPORT (x)", "HTTP/1.1 sallyport", "1.1 a\r\nVia: 1.1\tsallyport"
            })
    void line58ALoopIsFoundByVia(String via) {
        Attack attack = straight(request("GET", "/", "Via: " + via + "\r\n")).isRefused(ReasonCode.LOOP_DETECTED);
        assertThat(attack.answer()).startsWith("HTTP/1.1 508 ");
        inside(requestInside("GET", "/", "Via: " + via + "\r\n")).isRefused(ReasonCode.LOOP_DETECTED);
    }

    @Test
    void line58AnotherGatewayOnTheWayIsNoLoop() {
        assertThat(straight(request("GET", "/", "Via: 1.1 sallyport-0a1b2c3d\r\n"))
                        .isForwarded()
                        .sent())
                .endsWith("\r\nVia: 1.1 sallyport-0a1b2c3d, 1.1 sallyport\r\n\r\n");
    }

    @Test
    void line58ViaGrowsByOneHop() {
        assertThat(straight(request("GET", "/", "Via: 1.0 one\r\nVia: 1.1 two\r\n"))
                        .isForwarded()
                        .sent())
                .endsWith("\r\nVia: 1.0 one, 1.1 two, 1.1 sallyport\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX : y\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n",
                "HTTP/1.1 200 OK\nX: a\n\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1 101 OK\r\n\r\n",
                "ICY 200 OK\r\n\r\n"
            })
    void line59AnAnswerWithTwoReadingsIsOursInstead(String answer) {
        EmbeddedChannel target = send(request("GET", "/", ""));
        talk.say(target, answer + "evil");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 502 Failed: upstream_malformed\r\n")
                .doesNotContain("evil");
        assertThat(target.isActive()).isFalse();
        assertThat(onlyReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 204 No\r\nContent-Length: 4\r\n\r\n",
                "HTTP/1.1 304 No\r\nContent-Length: 4\r\n\r\n",
                "HTTP/1.1 204 No\r\n\r\n"
            })
    void line59ABodyWhereNoneMayBeIsNotTheNextAnswer(String head) {
        EmbeddedChannel target = send(request("GET", "/", ""));
        talk.say(target, head + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
        talk.clientSays(request("GET", "/2", ""));
        assertThat(talk.dialer.attempts()).hasSize(2);
        assertThat(target.isActive()).isFalse();
        assertThat(talk.clientHears()).doesNotContain("evil");
    }

    @Test
    void line59EndlessInterimAnswersAreCut() {
        EmbeddedChannel target = send(request("GET", "/", ""));
        talk.say(target, "HTTP/1.1 102 Wait\r\n\r\n".repeat(9));
        assertThat(talk.clientHears()).contains("HTTP/1.1 502 Failed: upstream_malformed\r\n");
        assertThat(target.isActive()).isFalse();
        assertThat(onlyReason()).isEqualTo(ReasonCode.UPSTREAM_MALFORMED);
    }

    @Test
    void line60AnEarlyAnswerEndsBothConnections() {
        EmbeddedChannel target = send(request("POST", "/", "Content-Length: 100\r\n") + "abc");
        talk.say(target, Attack.OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n").contains("Connection: close\r\n");
        assertThat(target.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(onlyReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void line60HeadsTargetsAndFieldCountsAreBounded() {
        straight("GET http://a.test/" + "a".repeat(9_000))
                .isRefused(ReasonCode.URI_TOO_LONG)
                .closes();
        straight(request("GET", "/" + "a".repeat(5_000), "")).isRefused(ReasonCode.URI_TOO_LONG);
        straight(request("GET", "/", "X: y\r\n".repeat(100)))
                .isRefused(ReasonCode.HEAD_TOO_LARGE)
                .closes();
        straight(request("GET", "/", "X: " + "y".repeat(16_384)))
                .isRefused(ReasonCode.HEAD_TOO_LARGE)
                .closes();
        inside(requestInside("GET", "/", "X: y\r\n".repeat(101)))
                .isRefused(ReasonCode.HEAD_TOO_LARGE)
                .closes();
    }

    @Test
    void line61AConnectionIsLentToNoOtherSandboxOrTarget() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test", "b.test"));
        talk.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
        EmbeddedChannel target = send(request("GET", "/", ""));
        talk.say(target, Attack.OK);
        talk.clientSays(request("GET", "/", "").replace(AS, Conversation.as("sb-2")));
        assertThat(talk.dialer.attempts()).hasSize(2);
        talk.say(talk.connect(), Attack.OK);
        talk.clientSays(request("GET", "/", "").replace("a.test", "b.test"));
        assertThat(talk.dialer.attempts())
                .extracting(dial -> dial.target)
                .containsExactly("a.test:80", "a.test:80", "b.test:80");
    }
}
