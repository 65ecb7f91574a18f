package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.AS;
import static io.sallyport.proxy.threats.Attack.connect;
import static io.sallyport.proxy.threats.Attack.straight;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A: authorities and host names. */
class AuthorityThreatsTest {
    private static final String NAME_BYTES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

    private static String get(String authority) {
        return "GET http://" + authority + "/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
    }

    /** Tests the target of a CONNECT, and a URL. */
    private static void isNoHost(String host) {
        straight(connect(host + ":443", "a.test")).isRefused(ReasonCode.NOT_CANONICAL);
        straight(get(host)).isRefused(ReasonCode.NOT_CANONICAL);
    }

    @Test
    void line1OneFormIsJudgedDialledSentAndRecorded() {
        Attack attack = straight("GET http://A.Test.:080/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n");
        attack.isRefused(ReasonCode.NOT_CANONICAL);
        attack = straight("GET http://A.Test.:80/ HTTP/1.1\r\nHost: a.TEST\r\n" + AS + "\r\n")
                .isForwarded();
        assertThat(attack.judged()).extracting(request -> request.host().text()).containsExactly("a.test");
        assertThat(attack.dialled()).containsExactly("a.test:80");
        assertThat(attack.sent()).startsWith("GET / HTTP/1.1\r\nHost: a.test\r\n");
        assertThat(attack.records().getFirst().request().host()).isEqualTo("a.test");
    }

    /** Every byte that no name contains, at the beginning, in the middle and at the end. */
    @Test
    void line2NoOtherByteStandsInAName() {
        for (int b = 0; b < 256; b++) {
            char c = (char) b;
            if (NAME_BYTES.indexOf(c) >= 0) {
                continue;
            }
            for (String host :
                    new String[] {c + "a.test", "a" + c + ".test", "a.test" + c, "a.test" + c + ".evil.test"}) {
                Attack attack = straight(connect(host + ":443", "a.test"));
                assertThat(attack.records()).as("byte %d in %s", b, host).hasSize(1);
                assertThat(attack.dialled()).as("byte %d in %s", b, host).isEmpty();
                assertThat(attack.judged()).as("byte %d in %s", b, host).isEmpty();
                assertThat(attack.answer()).as("byte %d in %s", b, host).startsWith("HTTP/1.1 400 Rejected: ");
            }
        }
    }

    @Test
    void line2NothingIsCutAtNul() {
        straight(connect("a.test\0.evil.test:443", "a.test"))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%61.test", "a%2etest", "a.test%00", "a.test%2f", "%65vil.test", "a.test%", "a%2Etest%3a80"})
    void line3HostsAreNotDecoded(String host) {
        isNoHost(host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b.test", "B.TEST", "b.test.", "B.Test.", "b.TeSt"})
    void line4CaseAndOneTrailingDotDoNotEscapeADeny(String host) {
        Attack attack = straight(
                connect(host + ":443", host + ":443"),
                request -> !request.host().text().equals("b.test"));
        attack.isDenied(ReasonCode.NO_GRANT);
        assertThat(attack.judged())
                .extracting(request -> request.scheme() + " " + request.host().text())
                .containsExactly(
                        "HTTPS b.test", "TCP b.test", "TCP_TLS b.test", "TCP_SSH b.test", "TCP_POSTGRES b.test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.test..", ".a.test", "a..test", ".", "..", "a.test...", "...a.test"})
    void line4EmptyLabelsAreRefused(String host) {
        isNoHost(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ａ.test",
                "a。test",
                "a.te\u00adst",
                "a.te\u200dst",
                "a.test\u200b",
                "а.test",
                "bücher.test",
                "a\u3002test"
            })
    void line5NoByteBeyondAsciiComesOnTheWire(String host) {
        String bytes = new String(
                host.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.ISO_8859_1);
        straight(connect(bytes + ":443", "a.test"))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
        straight(get(bytes)).isRefused(ReasonCode.MALFORMED_REQUEST).closes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"xn--a.test", "xn--.test", "xn--a-ecp.ru-.test", "a.xn--0", "xn--80ak6aa92e-.test"})
    void line5InvalidPunycodeIsRefused(String host) {
        isNoHost(host);
    }

    @Test
    void line5ALookAlikeIsAnotherName() {
        straight(
                        connect("xn--pple-43d.test:443", "xn--pple-43d.test:443"),
                        request -> request.host().text().equals("apple.test"))
                .isDenied(ReasonCode.NO_GRANT);
    }

    @Test
    void line6LengthsAndHyphensAreBounded() {
        String label = "a".repeat(63);
        isNoHost(label + "a.test");
        isNoHost((label + ".").repeat(3) + "a".repeat(62));
        for (String host : new String[] {"-a.test", "a-.test", "a.-test", "a.test-", "-"}) {
            isNoHost(host);
        }
        String longest = (label + ".").repeat(3) + "a".repeat(61);
        assertThat(straight(connect(longest + ":443", longest + ":443")).dialled())
                .containsExactly(longest + ":443");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[a.test]",
                "[127.0.0.1]",
                "[]",
                "[a",
                "a]",
                "[::1",
                "[::1]a.test",
                "a.test[::1]",
                "u@a.test",
                "u:p@a.test",
                "a.test@b.test",
                "@a.test",
                "a.test:80@b.test"
            })
    void line7BracketsAreForIpv6AloneAndNobodyIsNamed(String host) {
        isNoHost(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.test",
                "a.test:",
                "a.test:0",
                "a.test:00443",
                "a.test:0443",
                "a.test:+443",
                "a.test:-1",
                "a.test:65536",
                "a.test:99999999999999999999",
                "a.test:443:443",
                "a.test::443",
                "a.test:44a",
                "a.test:0x1bb",
                "a.test:https",
                ":443",
                ":",
                "a.test:443/",
                "a.test:443?",
                "a.test:443#"
            })
    void line8AConnectNamesOnePort(String target) {
        straight(connect(target, "a.test")).isRefused(ReasonCode.NOT_CANONICAL).keeps();
    }

    @Test
    void line8NoWhiteSpaceStandsAroundThePort() {
        straight(connect("a.test: 443", "a.test"))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
        straight(connect("a.test:443 ", "a.test"))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @Test
    void line8APortThatIsNotGrantedIsDenied() {
        straight(connect("a.test:8443", "a.test:8443"), request -> request.port() == 443)
                .isDenied(ReasonCode.NO_GRANT)
                .keeps();
    }

    /** Texts of name bytes and similar ones: refused, or judged, dialled and recorded as one and the same name. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void line1WhateverIsAskedIsRefusedOrDialledAsItWasJudged(long seed) {
        Random random = new Random(seed);
        String alphabet = "ab.-_0x1:[]%@/\\?#;,*+~'\"A";
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String target = text + ":443";
            Attack attack = straight(connect(target, target));
            assertThat(attack.records()).as("seed %d: %s", seed, target).hasSize(1);
            if (attack.dialled().isEmpty()) {
                assertThat(attack.answer()).as("seed %d: %s", seed, target).startsWith("HTTP/1.1 4");
            } else {
                assertThat(attack.dialled())
                        .as("seed %d: %s", seed, target)
                        .containsExactly(attack.judged().getFirst().host().authority() + ":443");
                assertThat(attack.records().getFirst().request().host())
                        .isEqualTo(attack.judged().getFirst().host().text());
            }
        }
    }
}
