package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalUrlTest {
    private static CanonicalUrl url(String text, Dialect dialect) {
        return switch (CanonicalUrl.parse(text, dialect)) {
            case Canonicalized.Accepted(var url) -> url;
            case Canonicalized.Rejected<CanonicalUrl> rejected -> throw new AssertionError(text + ": " + rejected);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS://H:443/a/../b, https://h/b",
        "http://h:443/, http://h:443/",
        "https://h/%7Euser/%41%2d, https://h/~user/A-",
        "https://h/a/./b/., https://h/a/b/",
        "http://h//double, http://h/double",
        "https://h./x?q=1, https://h/x?q=1",
        "'https://[0:0:0:0:0:0:0:1]/x', 'https://[::1]/x'",
        "http://h:80, http://h/",
        "https://h?, https://h/?",
        "https://h?a=%zz&B, https://h/?a=%zz&B",
        "http://h/?x=http://y/../z, http://h/?x=http://y/../z",
        "s3://bucket/key, s3://bucket/key",
        "'http://[::1]:8080', 'http://[::1]:8080/'",
        "https://h/a@b:c, https://h/a@b:c",
    })
    void aUrlHasOneForm(String given, String canonical) {
        assertThat(url(given, Dialect.WIRE).text()).isEqualTo(canonical);
        assertThat(url(canonical, Dialect.WIRE)).isEqualTo(url(given, Dialect.WIRE));
        assertThat(url(given, Dialect.DOCUMENT)).isEqualTo(url(given, Dialect.WIRE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "h",
                "h:443",
                "//h/x",
                "https:h",
                "https:/h",
                "https:///x",
                "https://",
                "https://?x",
                "https://:443/",
                "://h/",
                "https//h",
                " https://h/",
                "https://h/ ",
                "https://u@h/x",
                "https://@h/x",
                "https://u:p@h/x",
                "https://h\\x",
                "https://h/a\\b",
                "https://h/?a\\b",
                "https://h/?a b",
                "https://h/?\t",
                "https://h/?\r\nHost:x",
                "https://h/?é",
                "https://h:65536/x",
                "https://h:0/",
                "https://h:/x",
                "https://h:+80/",
                "https://h:080/",
                "https://h:8 0/",
                "https://h:80:80/",
                "https://h:٨٠/",
                "https://::1/",
                "https://[::1/",
                "https://h]/",
                "https://[h]/",
                "https://evil.net\\@api.example.com/",
                "https://evil.com;.example.com/x",
                "https://h/\u0001",
                "https://0x7f.1/x",
                "https://0177.0.0.1/x",
                "https://h/a%5cb",
                "https://h/%00",
                "https://h%2fx/",
                "https://.h/",
                "tcp://h:1/",
                "ftp://h/",
                "file:///etc/passwd",
                "gopher://h/",
                "unix://h/",
                "javascript://h/",
                "httpſ://h/"
            })
    void whatHasNoFormIsRefused(String given) {
        assertThat(CanonicalUrl.parse(given, Dialect.WIRE)).isInstanceOf(Canonicalized.Rejected.class);
        assertThat(CanonicalUrl.parse(given, Dialect.DOCUMENT)).isInstanceOf(Canonicalized.Rejected.class);
    }

    @Test
    void theHostEndsAtTheFirstQuestionMark() {
        assertThat(url("https://evil.com?.example.com/x", Dialect.WIRE).host().text())
                .isEqualTo("evil.com");
        assertThat(url("https://evil.com#.example.com/x", Dialect.DOCUMENT)
                        .host()
                        .text())
                .isEqualTo("evil.com");
    }

    @Test
    void aFragmentIsRefusedOnTheWireAndDroppedInDocuments() {
        assertThat(CanonicalUrl.parse("https://h/x?q=1#f", Dialect.WIRE))
                .isEqualTo(new Canonicalized.Rejected<>(ReasonCode.NOT_CANONICAL, "a fragment", 15));
        assertThat(url("https://h/x?q=1#f@g/../?", Dialect.DOCUMENT).text()).isEqualTo("https://h/x?q=1");
        assertThat(CanonicalUrl.parse("https://h/#a\nb", Dialect.DOCUMENT)).isInstanceOf(Canonicalized.Rejected.class);
    }

    @Test
    void reasonsTellSchemesAndLengthsFromForms() {
        assertThat(CanonicalUrl.parse("ftp://h/", Dialect.WIRE))
                .isInstanceOfSatisfying(
                        Canonicalized.Rejected.class,
                        r -> assertThat(r.reason()).isEqualTo(ReasonCode.UNSUPPORTED_SCHEME));
        assertThat(CanonicalUrl.parse("http://h/" + "a".repeat(5_000), Dialect.WIRE))
                .isInstanceOfSatisfying(
                        Canonicalized.Rejected.class,
                        r -> assertThat(r.reason()).isEqualTo(ReasonCode.URI_TOO_LONG));
    }

    @ParameterizedTest
    @CsvSource({
        "https://h/a b, 11",
        "https://a b/, 9",
        "https://h:0/, 10",
        "https://u@h/, 9",
        "https://h/?a b, 12",
        "https://h/x/%2e, 12"
    })
    void aRefusalSaysWhere(String given, int at) {
        assertThat(CanonicalUrl.parse(given, Dialect.WIRE))
                .isInstanceOfSatisfying(
                        Canonicalized.Rejected.class, r -> assertThat(r.at()).isEqualTo(at));
    }

    @Test
    void toStringKeepsTheQueryBack() {
        assertThat(url("https://h/x?token=s3cret", Dialect.WIRE).toString()).isEqualTo("https://h/x");
    }
}
