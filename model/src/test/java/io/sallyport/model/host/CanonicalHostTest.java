package io.sallyport.model.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalHostTest {
    private static CanonicalHost wire(String text) {
        return host(CanonicalHost.parse(text), text);
    }

    private static CanonicalHost document(String text) {
        return host(CanonicalHost.parseDocument(text), text);
    }

    private static CanonicalHost host(Parsed<CanonicalHost> parsed, String text) {
        return switch (parsed) {
            case Parsed.Accepted(var host) -> host;
            case Parsed.Rejected(var why, int at) -> throw new AssertionError(text + ": " + why + " at " + at);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "API.GitHub.com, api.github.com",
        "api.github.com., api.github.com",
        "h, h",
        "_dmarc.example.com, _dmarc.example.com",
        "r3---sn-x.example.com, r3---sn-x.example.com",
        "127.0.0.1, 127.0.0.1",
        "1.2.3.4.example, 1.2.3.4.example",
        "0x7f.example, 0x7f.example",
        "xn--bcher-kva.example, xn--bcher-kva.example",
        "XN--BCHER-KVA.example, xn--bcher-kva.example",
        "xn--fa-hia.de, xn--fa-hia.de",
        "[::1], ::1",
        "[0:0:0:0:0:0:0:1], ::1",
        "[2001:DB8:0:0:1:0:0:1], 2001:db8::1:0:0:1",
        "[2001:db8:0:1:1:1:1:1], 2001:db8:0:1:1:1:1:1",
        "[::], ::",
        "[1::], 1::",
        "[::ffff:10.0.0.1], ::ffff:10.0.0.1",
        "[::ffff:a00:1], ::ffff:10.0.0.1",
        "[64:ff9b::10.0.0.1], 64:ff9b::a00:1",
    })
    void namesAndAddressesHaveOneForm(String given, String canonical) {
        assertThat(wire(given).text()).isEqualTo(canonical);
        assertThat(wire(wire(given).authority())).isEqualTo(wire(given));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".",
                "..",
                ".a",
                "a..",
                "a..b",
                "-a",
                "a-",
                "a.-b.c",
                "a b",
                " a",
                "a ",
                "a\tb",
                "a\0b",
                "a\r\nb",
                "a%2eb",
                "%61",
                "u@h",
                "h#f",
                "h?q",
                "h/p",
                "h\\p",
                "evil.com;.example.com",
                "a,b",
                "a*b",
                "*",
                "h:80",
                "::1",
                "1::",
                "fe80::1",
                "a\u007f",
                "a'b",
                "a\"b",
                "(a)",
                "a+b",
                "a=b",
                "a!b",
                "a$b",
                "a&b",
                "a~b",
                "{a}",
                "a|b",
                "a^b",
                "<a>"
            })
    void whatIsNoNameIsRefused(String given) {
        assertThat(CanonicalHost.parse(given)).isInstanceOf(Parsed.Rejected.class);
        assertThat(CanonicalHost.parseDocument(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f.1",
                "0x7f000001",
                "0X7F.0.0.1",
                "0177.0.0.1",
                "127.0.0.01",
                "256.0.0.1",
                "1.2.3.4.5",
                "1.2.3",
                "1.2.3.",
                "1.2.3.4.",
                "a.1",
                "a.b.0x",
                "a.0xff",
                "00.0.0.0",
                "1.2.3.0400",
                "99999999999.0.0.1",
                "example.com.123",
                "0x",
                "0",
                "+1.2.3.4",
                "1.2.3.-4"
            })
    void numbersThatResolversMayReadAsAddressesAreRefused(String given) {
        assertThat(CanonicalHost.parse(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "[]",
                "[::1",
                "[::1]x",
                "[::1].",
                "[::1]]",
                "[[::1]]",
                "[h]",
                "[1.2.3.4]",
                "[::1%25eth0]",
                "[fe80::1%eth0]",
                "[v1.a]",
                "[V7.x]",
                "[:::]",
                "[1::2::3]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[::1:2:3:4:5:6:7:8]",
                "[1:2:3:4:5:6:7::8:9]",
                "[12345::]",
                "[:1]",
                "[1:]",
                "[1:2:3:4:5:6:7:]",
                "[::1.2.3]",
                "[::1.2.3.256]",
                "[::01.2.3.4]",
                "[1:2:3:4:5:6:7:1.2.3.4]",
                "[::1.2.3.4:5]",
                "[::g]",
                "[ ::1]",
                "[::1 ]",
                "[::-1]",
                "[::+1]"
            })
    void whatIsNoIpv6LiteralIsRefused(String given) {
        assertThat(CanonicalHost.parse(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ａpi.example.com",
                "api。example.com",
                "exa\u00admple.com",
                "exa\u200bmple.com",
                "bücher.example",
                "а.com",
                "e\u0301.com",
                "\ud83d\ude00.example",
                "\ud800.example",
                "example.com\u2024",
                "１２７.0.0.1",
                "example\u212a.com"
            })
    void nonAsciiOnTheWireIsRefused(String given) {
        assertThat(CanonicalHost.parse(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xn--", "xn--a", "xn--abc-", "xn--99999999", "xn---", "a.xn--a.b", "xn--A-0000"})
    void invalidPunycodeIsRefused(String given) {
        assertThat(CanonicalHost.parse(given)).isInstanceOf(Parsed.Rejected.class);
        assertThat(CanonicalHost.parseDocument(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "bücher.example, xn--bcher-kva.example",
        "BÜCHER.Example., xn--bcher-kva.example",
        "faß.de, xn--fa-hia.de",
        "ａpi.example.com, api.example.com",
        "api。example.com, api.example.com",
        "r3---sn.é.example, r3---sn.xn--9ca.example",
        "a_b.é.example, a_b.xn--9ca.example",
    })
    void documentsMayWriteUnicodeLabels(String given, String canonical) {
        assertThat(document(given).text()).isEqualTo(canonical);
        assertThat(wire(document(given).text())).isEqualTo(document(given));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "℀.example",
                "１２７.0.0.1",
                "１",
                "\u00ad",
                "é-.example",
                "-é.example",
                "x\u200d.example",
                "\ud800.é",
                "é..example",
                "é.％",
                "é.a：80",
                "é＠h",
                "é／x",
                "é.xn--a",
                "é.1",
                "．é"
            })
    void unicodeThatBecomesSomethingElseIsRefused(String given) {
        assertThat(CanonicalHost.parseDocument(given)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void aLookAlikeIsAnotherName() {
        assertThat(document("аpple.com")).isNotEqualTo(wire("apple.com"));
    }

    @Test
    void lengthsAreBounded() {
        String label = "a".repeat(63);
        String name = label + "." + label + "." + label + "." + "a".repeat(61);
        assertThat(wire(name).text()).hasSize(253);
        assertThat(wire(name + ".").text()).hasSize(253);
        assertThat(CanonicalHost.parse(name + "a"))
                .isEqualTo(new Parsed.Rejected<>("the name is longer than 253 bytes", 253));
        assertThat(CanonicalHost.parse("b." + label + "a"))
                .isEqualTo(new Parsed.Rejected<>("a label is longer than 63 bytes", 65));
        assertThat(CanonicalHost.parseDocument("é".repeat(64))).isInstanceOf(Parsed.Rejected.class);
        assertThat(CanonicalHost.parseDocument("é".repeat(1_025))).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "'a b', 1",
        "a..b, 2",
        "ab.-c, 3",
        "ab-.c, 2",
        "a.b%2e, 3",
        "a.bücher, 3",
        "'[::1]x', 5",
        "'[::1', 4",
        "'[fe80::1%eth0]', 8",
        "'[1::2::3]', 5",
        "a.1, 2",
        "1.2.3.4., 7",
        "ab.xn--a.c, 3",
        "h:80, 1",
        "u@h, 1"
    })
    void aRefusalSaysWhere(String given, int at) {
        assertThat(CanonicalHost.parse(given))
                .isInstanceOfSatisfying(
                        Parsed.Rejected.class, r -> assertThat(r.at()).isEqualTo(at));
    }

    @Test
    void suffixesGoFromTheNameUpward() {
        assertThat(wire("api.github.com").suffixes()).containsExactly("api.github.com", "github.com", "com");
        assertThat(wire("h").suffixes()).containsExactly("h");
    }

    @Test
    void anAddressHasOnlyItselfAsSuffix() {
        assertThat(wire("10.0.0.1").suffixes()).containsExactly("10.0.0.1");
        assertThat(wire("[::1]").suffixes()).containsExactly("::1");
    }

    @Test
    void anAddressKnowsItsBytes() {
        assertThat(wire("10.0.200.1").address()).containsExactly(10, 0, 200, 1);
        assertThat(wire("[1:203::4]").address()).containsExactly(0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4);
        assertThat(wire("h").address()).isNull();
        assertThat(wire("[::1]").authority()).isEqualTo("[::1]");
        assertThat(wire("10.0.0.1").authority()).isEqualTo("10.0.0.1");
    }

    @Test
    void aPlainNameIsNotCopied() {
        String name = "api.example.com";
        assertThat(wire(name).text()).isSameAs(name);
    }
}
