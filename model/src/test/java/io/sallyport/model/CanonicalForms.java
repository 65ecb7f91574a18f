package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;

/** What must hold for every text there is; the seeded loops and the fuzz targets ask the same. */
public final class CanonicalForms {
    private CanonicalForms() {}

    /** Puts the text to every parser; answers how many found a canonical form. */
    static int check(String text) {
        return checkHost(text, Dialect.WIRE)
                + checkHost(text, Dialect.DOCUMENT)
                + checkPath(text)
                + checkQuery(text)
                + checkUrl(text, Dialect.WIRE)
                + checkUrl(text, Dialect.DOCUMENT)
                + checkAuthority(text);
    }

    /** Checks the result of either parser for {@code text}; returns 1 if it is a host, else 0. */
    public static int checkHost(String text, Dialect dialect) {
        return switch (dialect == Dialect.WIRE ? CanonicalHost.parse(text) : CanonicalHost.parseDocument(text)) {
            case Parsed.Rejected(var why, int at) -> refused(text, why, at);
            case Parsed.Accepted(var host) -> {
                assertThat(host.authority()).as(text).matches("[a-z0-9._-]{1,253}|\\[[0-9a-f:.]{2,45}]");
                assertThat(CanonicalHost.parse(host.authority())).as(text).isEqualTo(new Parsed.Accepted<>(host));
                assertThat(host.suffixes().getFirst()).isEqualTo(host.text());
                yield 1;
            }
        };
    }

    static int checkPath(String text) {
        return switch (CanonicalPath.parse(text)) {
            case Parsed.Rejected(var why, int at) -> refused(text, why, at);
            case Parsed.Accepted(var path) -> {
                assertThat(path.text())
                        .as(text)
                        .matches("(/[^/?#;\\\\\\x00-\\x20\\x7f-\\uffff]*)+")
                        .hasSizeLessThanOrEqualTo(4_096);
                assertThat(path.segments()).as(text).doesNotContain(".", "..");
                assertThat(CanonicalPath.parse(path.text())).as(text).isEqualTo(new Parsed.Accepted<>(path));
                assertThat("/" + String.join("/", path.segments())).as(text).isEqualTo(path.text());
                yield 1;
            }
        };
    }

    static int checkQuery(String text) {
        CanonicalQuery query = CanonicalQuery.parse(text);
        assertThat(query.text()).isEqualTo(text);
        return query.parameters() == null ? 0 : 1;
    }

    static int checkUrl(String text, Dialect dialect) {
        return switch (CanonicalUrl.parse(text, dialect)) {
            case Canonicalized.Rejected<CanonicalUrl> rejected -> refused(text, rejected.why(), rejected.at());
            case Canonicalized.Accepted(var url) -> {
                assertThat(CanonicalUrl.parse(url.text(), Dialect.WIRE))
                        .as(text)
                        .isEqualTo(new Canonicalized.Accepted<>(url));
                yield 1;
            }
        };
    }

    static int checkAuthority(String text) {
        return switch (CanonicalAuthority.parse(text, Dialect.WIRE)) {
            case Parsed.Rejected(var why, int at) -> refused(text, why, at);
            case Parsed.Accepted(var authority) -> {
                assertThat(CanonicalAuthority.parse(authority.toString(), Dialect.WIRE))
                        .as(text)
                        .isEqualTo(new Parsed.Accepted<>(authority));
                yield 1;
            }
        };
    }

    private static int refused(String text, String why, int at) {
        assertThat(why).as(text).isNotEmpty();
        assertThat(at).as(text + ": " + why).isBetween(0, text.length());
        return 0;
    }
}
