package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.text.Parsed;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalPathTest {
    private static final PolicyDialect KEEPS_SLASHES = PolicyDialect.STRICT.with(Set.of(PolicySwitch.ENCODED_SLASH));

    private static CanonicalPath path(String raw) {
        return switch (CanonicalPath.parse(raw)) {
            case Parsed.Accepted(var path) -> path;
            case Parsed.Rejected(var why, int at) -> throw new AssertionError(raw + ": " + why + " at " + at);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "'', /",
        "/, /",
        "//, /",
        "/., /",
        "/a/.., /",
        "/a/../b, /b",
        "/a/./b/., /a/b/",
        "/a/b/.., /a/",
        "/a/b/../, /a/",
        "//public//../secret, /secret",
        "//double, /double",
        "/a//b///c//, /a/b/c/",
        "/%7Euser/%41%2d, /~user/A-",
        "/a%3ab, /a%3Ab",
        "/a%3Ab, /a%3Ab",
        "/%70ublic/a, /public/a",
        "/public;x=1/a, /public/a",
        "/public%3Bx=1/a, /public/a",
        "/a/b;x=1, /a/b",
        "/a/;x/b, /a/b",
        "/a/;x, /a/",
        "/;, /",
        "/public/http://x.test/a, /public/http:/x.test/a",
        "/%252e%252e/x, /%252e%252e/x",
        "/a%252Fb, /a%252Fb",
        "/a%3Fb, /a%3Fb",
        "/a%23b, /a%23b",
        "/a%20b, /a%20b",
        "/caf%c3%a9, /caf%C3%A9",
        "/%f0%9f%98%80, /%F0%9F%98%80",
        "/.../..a/a../.a, /.../..a/a../.a",
        "/a{b}|c^d`e\"f<g>[h], /a%7Bb%7D%7Cc%5Ed%60e%22f%3Cg%3E%5Bh%5D",
        "/a*b, /a*b",
        "/a%2ab, /a%2Ab",
        "/A/b, /A/b",
    })
    void aPathHasOneForm(String raw, String canonical) {
        assertThat(path(raw).text()).isEqualTo(canonical);
        assertThat(path(canonical)).isEqualTo(path(raw));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "*",
                "http://h/x",
                "/..",
                "/../a",
                "/a/../..",
                "/a/../../b",
                "//..",
                "/./..",
                "/%2e%2e/a",
                "/a/%2E%2e",
                "/a/.%2e/b",
                "/a/%2e./b",
                "/a/%2e/b",
                "/%2e",
                "/..;/a",
                "/a/..;x=1/b",
                "/a/..%3B/b",
                "/a/..%3bx",
                "/a/.;/b",
                "/a/.;x",
                "/a/%2e%2e;x",
                "/..%2fa",
                "/a%2fb",
                "/a%2Fb",
                "/..%5ca",
                "/a%5Cb",
                "/a\\b",
                "\\a",
                "/a\\..\\b",
                "/%00",
                "/a%0d%0aHost:x",
                "/a%09b",
                "/a%1fb",
                "/a%7f",
                "/a\0b",
                "/a\tb",
                "/a\rb",
                "/a\nb",
                "/a b",
                "/ ",
                "/a\u007fb",
                "/café",
                "/a\u0085",
                "/a\u2025/b",
                "/%",
                "/%4",
                "/%zz",
                "/%4g",
                "/a%",
                "/%-1",
                "/%+1",
                "/% 1",
                "/%u0041",
                "/%c0%ae%c0%ae/",
                "/%c0%af",
                "/%e0%80%af",
                "/%f0%80%80%af",
                "/%ed%a0%80",
                "/%f4%90%80%80",
                "/%f8%88%80%80%80",
                "/%80",
                "/%c3",
                "/%c3/%a9",
                "/%c3a",
                "/%c3%41",
                "/%e9",
                "/%ff",
                "/a;%zz",
                "/a;\0",
                "/a;%00",
                "/a;%2f",
                "/a;\\",
                "/a;é",
                "/a#f",
                "/a?b",
                "/;%c3",
                "/a%3b%c3/x"
            })
    void whatTwoParsersMayReadInTwoWaysIsRefused(String raw) {
        assertThat(CanonicalPath.parse(raw)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "/a%2fb, /a%2Fb",
        "/a%2F%2Fb/, /a%2F%2Fb/",
        "/a%2Fb;x=1/c, /a%2Fb/c",
        "/a/../b%2Fc, /b%2Fc",
        "/%2F, /%2F",
        "/a%2F.b, /a%2F.b",
        "/a%252Fb, /a%252Fb"
    })
    void anEncodedSlashStaysInItsSegmentWhereTheDialectKeepsIt(String raw, String canonical) {
        Parsed<CanonicalPath> kept = CanonicalPath.parse(raw, KEEPS_SLASHES);
        assertThat(kept).isInstanceOf(Parsed.Accepted.class);
        CanonicalPath path = ((Parsed.Accepted<CanonicalPath>) kept).value();
        assertThat(path.text()).isEqualTo(canonical);
        assertThat(path.hasEncodedSlash()).isEqualTo(canonical.contains("%2F"));
        assertThat(CanonicalPath.parse(canonical, KEEPS_SLASHES)).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a%2F..",
                "/..%2Fa",
                "/a%2F..%2Fb",
                "/a%2F.%2fb",
                "/.%2F",
                "/a%2F%2e%2e%2Fb",
                "/a%2F..;x",
                "/a%2F%2E",
                "/a%5Cb",
                "/%2e%2e/a"
            })
    void dotsBesideAnEncodedSlashAreRefused(String raw) {
        assertThat(CanonicalPath.parse(raw, KEEPS_SLASHES)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void lengthIsBoundedBeforeAndAfter() {
        assertThat(path("/" + "a".repeat(4_095)).text()).hasSize(4_096);
        assertThat(CanonicalPath.parse("/" + "a".repeat(4_096)))
                .isEqualTo(new Parsed.Rejected<>("the path is longer than 4096 bytes", 4_096));
        assertThat(CanonicalPath.parse("/" + "{".repeat(4_000))).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({
        "a, 0",
        "/a/../.., 6",
        "/a b, 2",
        "/ab%2f, 3",
        "/a/%2e%2e/b, 3",
        "/a%, 2",
        "/%c3, 4",
        "/%c3a, 4",
        "/a#, 2",
        "/a/b?c, 4"
    })
    void aRefusalSaysWhere(String raw, int at) {
        assertThat(CanonicalPath.parse(raw))
                .isInstanceOfSatisfying(
                        Parsed.Rejected.class, r -> assertThat(r.at()).isEqualTo(at));
    }

    @Test
    void segmentsAreWhatStandsBetweenSlashes() {
        assertThat(path("/").segments()).isEmpty();
        assertThat(path("/a").segments()).containsExactly("a");
        assertThat(path("/a/b/").segments()).containsExactly("a", "b", "");
    }

    @Test
    void prefixesGrowSegmentBySegment() {
        assertThat(path("/").prefixes()).containsExactly("/");
        assertThat(path("/repos/acme/x").prefixes()).containsExactly("/", "/repos", "/repos/acme", "/repos/acme/x");
        assertThat(path("/a/").prefixes()).containsExactly("/", "/a", "/a/");
    }

    @Test
    void prefixesAreBounded() {
        assertThat(path("/a".repeat(40)).prefixes()).hasSize(16).endsWith("/a".repeat(15));
    }

    @Test
    void aPlainPathIsNotCopied() {
        String raw = "/repos/acme/x/";
        assertThat(path(raw).text()).isSameAs(raw);
    }
}
