package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.connect;
import static io.sallyport.proxy.threats.Attack.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** D: the first bytes in a tunnel, opaque or inspected, byte for byte. */
class TlsThreatsTest {
    private static final String ALERT = "\u0015\u0003\u0003\0\u0002\u0002(";

    /**
     * In a tunnel to {@code a.test:443}: it ends with that reason, the target received nothing, and nothing is dialled
     * again.
     */
    private static void endsTheTunnel(String bytes, ReasonCode reason) {
        endsTheTunnel(bytes, reason, false, Duration.ZERO);
        endsTheTunnel(bytes, reason, true, Duration.ZERO);
    }

    private static void endsTheTunnel(String bytes, ReasonCode reason, boolean inspected, Duration later) {
        try (Conversation talk = new Conversation(ProxyLimits.DEFAULT, true)) {
            talk.sandboxes.add("sb-1", _ -> TestSandboxes.allow(new Obligations(inspected, Set.of(), null, Set.of())));
            talk.clientSays(connect("a.test:443", "a.test:443"));
            EmbeddedChannel target = inspected ? null : talk.connect();
            talk.clientSays(bytes);
            if (!later.isZero()) {
                talk.pass(later);
            }
            assertThat(talk.clientHears()).isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n");
            assertThat(talk.client.isActive()).isFalse();
            assertThat(talk.records()).extracting(AuditEvent::reason).containsExactly(ReasonCode.GRANTED, reason);
            assertThat(talk.records().getLast().kind()).isEqualTo("end");
            assertThat(talk.dialer.attempts()).hasSize(inspected ? 0 : 1);
            if (target != null) {
                assertThat(talk.hear(target)).isEmpty();
                assertThat(target.isActive()).isFalse();
            }
        }
    }

    /** In an opaque tunnel to {@code a.test:443}: the bytes reach the target unchanged. */
    private static void passes(String bytes) {
        try (Conversation talk = new Conversation()) {
            talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            talk.clientSays(connect("a.test:443", "a.test:443"));
            EmbeddedChannel target = talk.connect();
            talk.clientSays(bytes);
            assertThat(talk.hear(target)).isEqualTo(bytes);
            assertThat(talk.records()).hasSize(1);
            assertThat(talk.records().getFirst().request().inspected()).isFalse();
        }
    }

    @Test
    void line26TheNameOfTheTunnelPasses() {
        passes(ClientHellos.to("a.test"));
        passes(ClientHellos.to("A.TEST"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b.test",
                "xa.test",
                "x.a.test",
                "a.test.evil.test",
                "test",
                "a.tes",
                "a.test\0",
                "a.test\0.evil.test",
                "127.0.0.1",
                "[::1]",
                "a test",
                "a.test:443",
                "*",
                "*.test",
                "a..test",
                "a.test.",
                "A.TEST.",
                "a.test..",
                ".a.test",
                ".",
                " a.test",
                "a.test,a.test",
                "\u00e4.test",
                "http://a.test"
            })
    void line26AnyOtherNameEndsTheTunnel(String name) {
        endsTheTunnel(ClientHellos.to(name), ReasonCode.SNI_MISMATCH);
    }

    @Test
    void line26AHelloThatNamesNobodyEndsTheTunnel() {
        endsTheTunnel(ClientHellos.nameless(), ReasonCode.SNI_MISSING);
        endsTheTunnel(ClientHellos.record(ClientHellos.message("")), ReasonCode.SNI_MISSING);
    }

    @ParameterizedTest
    @MethodSource("hellosWithTwoReadings")
    void line26AServerNameWithTwoReadingsEndsTheTunnel(String extensions) {
        endsTheTunnel(ClientHellos.record(ClientHellos.message(extensions)), ReasonCode.TLS_MALFORMED);
    }

    static List<String> hellosWithTwoReadings() {
        String name = ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("a.test"));
        String entry = "\0" + ClientHellos.vector(2, "a.test");
        return List.of(
                name + name,
                name + ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("b.test")),
                name + ClientHellos.extension(43, "") + ClientHellos.extension(43, ""),
                ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.vector(2, entry + entry)),
                ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.vector(2, "")),
                ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("")),
                ClientHellos.extension(ClientHellos.SERVER_NAME, ""),
                ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("a.test") + "x"),
                ClientHellos.extension(
                        ClientHellos.SERVER_NAME, ClientHellos.vector(2, "\u0001" + ClientHellos.vector(2, "a.test"))),
                name + "\0");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 64})
    void line27AHelloInManyRecordsShowsItsTrueName(int size) {
        String named = ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("a.test"));
        String other = ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("b.test"));
        passes(ClientHellos.inRecordsOf(size, ClientHellos.message(named)));
        endsTheTunnel(ClientHellos.inRecordsOf(size, ClientHellos.message(other)), ReasonCode.SNI_MISMATCH);
    }

    @Test
    void line27RecordFloodsAndOversizeAnnouncementsEndTheTunnel() {
        String message =
                ClientHellos.message(ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("a.test"))
                        + ClientHellos.extension(21, "padding"));
        endsTheTunnel(ClientHellos.inRecordsOf(1, message), ReasonCode.TLS_MALFORMED);
        endsTheTunnel("\u0016\u0003\u0001\0\0", ReasonCode.TLS_MALFORMED);
        endsTheTunnel("\u0016\u0003\u0001@\u0001", ReasonCode.TLS_MALFORMED);
        endsTheTunnel("\u0016\u0003\u0001@\0\u0001\0?\u00fd", ReasonCode.TLS_MALFORMED);
        endsTheTunnel("\u0016\u0003\u0001\0\u0004\u0001\u00ff\u00ff\u00ff", ReasonCode.TLS_MALFORMED);
        endsTheTunnel(ClientHellos.record(message + "x"), ReasonCode.TLS_MALFORMED);
        endsTheTunnel(ClientHellos.record(message.substring(0, 9)) + ALERT, ReasonCode.TLS_MALFORMED);
    }

    @Test
    void line27ASlowHelloIsGivenUp() {
        String slow = ClientHellos.to("a.test").substring(0, 40);
        endsTheTunnel(slow, ReasonCode.HEAD_TIMEOUT, false, Duration.ofSeconds(11));
        endsTheTunnel(slow, ReasonCode.HEAD_TIMEOUT, true, Duration.ofSeconds(11));
    }

    @Test
    void line28AnEncryptedHelloWithAPermittedCoverEndsAnOpaqueTunnel() {
        String hello = ClientHellos.record(
                ClientHellos.message(ClientHellos.extension(ClientHellos.SERVER_NAME, ClientHellos.serverName("a.test"))
                        + ClientHellos.extension(ClientHellos.ENCRYPTED_CLIENT_HELLO, "\0")));
        try (Conversation talk = new Conversation()) {
            talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            talk.clientSays(connect("a.test:443", "a.test:443"));
            EmbeddedChannel target = talk.connect();
            talk.clientSays(hello);
            assertThat(talk.client.isActive()).isFalse();
            assertThat(talk.hear(target)).isEmpty();
            assertThat(talk.records())
                    .extracting(AuditEvent::reason)
                    .containsExactly(ReasonCode.GRANTED, ReasonCode.ECH_REFUSED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0",
                "220 smtp",
                "ssh-2.0",
                "\u0080.\u0001\0\u0002",
                "\u0016\u0002\0",
                "\u0016\u0003\u0005",
                "\u0017\u0003\u0003",
                ALERT,
                "\r\n",
                " ",
                "{",
                "\u00ff\u00ff"
            })
    void line29WhatIsNotTlsEndsTheTunnel(String bytes) {
        endsTheTunnel(bytes, ReasonCode.PROTOCOL_MISMATCH);
    }

    @Test
    void line34AltSvcGoesNoFurther() {
        try (Conversation talk = new Conversation()) {
            talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            talk.clientSays(request("GET", "/", ""));
            talk.say(
                    talk.connect(),
                    "HTTP/1.1 200 OK\r\nAlt-Svc: h3=\":443\"\r\nalt-svc: h2=\"b.test:443\"\r\nContent-Length: 0\r\n\r\n");
            assertThat(talk.clientHears())
                    .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nVia: 1.1 sallyport\r\n\r\n");
            assertThat(talk.records()).hasSize(1);
        }
    }
}
