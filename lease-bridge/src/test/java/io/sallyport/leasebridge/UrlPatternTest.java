package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.PathPattern;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UrlPatternTest {
    private static UrlPattern pattern(String text) {
        return switch (UrlPatternReader.read(text)) {
            case Parsed.Accepted<UrlPattern>(var pattern) -> pattern;
            case Parsed.Rejected<UrlPattern> rejected -> throw new AssertionError(text + ": " + rejected);
        };
    }

    private static UrlPattern.Part part(String text) {
        List<UrlPattern.Part> parts = pattern(text).parts();
        assertThat(parts).hasSize(1);
        return parts.getFirst();
    }

    private static boolean covers(String pattern, String url) {
        return CanonicalUrl.parse(url, Dialect.DOCUMENT) instanceof Canonicalized.Accepted(var canonical)
                && pattern(pattern).covers(canonical, new ComparisonBudget());
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/*, https://api.example.com/v1",
        "https://api.example.com/**, https://api.example.com",
        "https://api.example.com/**, https://api.example.com/v1/",
        "https://api.example.com/**, https://API.Example.COM.:443/v1",
        "HTTPS://API.Example.com:443/a/./b/../**, https://api.example.com/a/x",
        "https://*.example.com/**, https://a.example.com/x",
        "https://*.example.com/**, https://a.b.example.com/x",
        "https://**.example.com/**, https://a.b.example.com/x",
        "https://*.*.example.com/**, https://a.b.c.example.com/x",
        "https://*.*.example.com/**, https://a.b.example.com/x",
        "https://api.*.example.com/**, https://api.eu.example.com/x",
        "https://api*.example.com/**, https://api-2.example.com/x",
        "https://api*.example.com/**, https://api.example.com/x",
        "https://*example.com/, https://notexample.com/",
        "https://h, https://h/",
        "https://h:8443/**, https://h:8443/x",
        "https://h:*/**, https://h:8443/x",
        "https://h:*/**, https://h/x",
        "https://*/, https://anything.example/",
        "https://*/**, 'https://[2001:db8::1]/x'",
        "https://**, https://h/x/y",
        "https://**/v1/**, https://h/v1/x",
        "https://**/v1/**, https://h/a/b/v1",
        "https://**:8443/v1, https://h:8443/a/v1",
        "**, https://h/x",
        "***, http://h/x",
        "https://h/*.css, https://h/a.css",
        "s3://reports/**.csv, s3://reports/2026/W19.csv",
        "'https://[::1]/**', 'https://[0:0:0::1]/x'",
        "https://bücher.example/**, https://xn--bcher-kva.example/x",
        "https://*.bücher.example/**, https://a.xn--bcher-kva.example/x",
        "https://h/x, https://h/x?any=thing",
        "https://h/x?a=1&b=2, https://h/x?b=2&a=1",
        "https://h/x?a=%31, https://h/x?a=1",
        "https://h/x?a=1&a=2, https://h/x?a=2&a=1",
        "https://h/%7ea/**, https://h/~a/b",
        "https://h/a%2ab, https://h/a%2Ab",
        "https://h/[a]/**, https://h/[a]/x",
    })
    void aPatternCovers(String pattern, String url) {
        assertThat(covers(pattern, url)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/*, https://api.example.com/v1/users",
        "https://api.example.com/*, https://api.example.com/v1/",
        "https://api.example.com/*, https://api.example.com/",
        "https://api.example.com/**, http://api.example.com/x",
        "https://api.example.com/**, https://api.example.com:8443/x",
        "https://api.example.com/**, https://api.example.com.evil.net/x",
        "https://api.example.com/**, https://api.example.com@evil.net/x",
        "https://*.example.com/**, https://example.com/x",
        "https://*.example.com/**, https://evil.com?.example.com/x",
        "https://*.example.com/**, https://evil.com#.example.com/x",
        "https://*.example.com/**, https://evil.com;.example.com/x",
        "https://*.example.com/**, https://evilexample.com/x",
        "https://*.example.com/**, https://.example.com/x",
        "https://*.example.com/**, https://a.example.com.evil.net/x",
        "https://api.*.example.com/**, https://api.a.b.example.com/x",
        "https://api.*.example.com/**, https://api.example.com/x",
        "https://*.*.example.com/**, https://a.example.com/x",
        "https://api*.example.com/**, https://api.x.example.com/x",
        "https://h, https://h/x",
        "http://h/**, http://h:8080/x",
        "https://*/, https://h/x",
        "**, https://h:8443/x",
        "**, http://h:443/x",
        "**, s3://h/x",
        "*, https://h/",
        "https://h/*.css, https://h/admin?.css",
        "https://h/*.css, https://h/a/b.css",
        "https://h/x?a=1, https://h/x",
        "https://h/x?a=1, https://h/x?a=1&b=2",
        "https://h/x?a=1, https://h/x?a=1&a=1",
        "https://h/x?a=1, https://h/x?a=2",
        "https://h/x?, https://h/x?a",
        "https://h/x?a=1, https://h/x?a=1;b=2",
        "https://h/x?a=1, https://h/x?a=%zz",
        "https://h/a*b, https://h/a%2Fb",
        "https://h/f/*, https://h/f/a%2fb",
        "https://h/pub/**, https://h/pub/%2E%2E/admin",
        "https://h/pub/**, https://h/pub/../admin",
    })
    void aPatternDoesNotCover(String pattern, String url) {
        assertThat(covers(pattern, url)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "h, 0",
        "//h/**, 0",
        "*://h/**, 0",
        "htt*://h/**, 0",
        "ftp://h/**, 0",
        "tcp://h:1, 0",
        "https://u@h/**, 9",
        "https://u:p@h/**, 11",
        "https://@h/**, 8",
        "https://h/**#f, 12",
        "https://h\\x/**, 9",
        "https://h/a b, 11",
        "https://api.example.com*/**, 20",
        "https://api.*/**, 12",
        "https://10.0.0.*/**, 15",
        "https://*.0.0.1/**, 14",
        "https://**a.example.com/**, 8",
        "https://a.**.example.com/**, 10",
        "https://a.b**.com/**, 10",
        "https://*./**, 8",
        "https://*..example.com/**, 10",
        "https:///**, 8",
        "https://h:0/**, 10",
        "https://h:99999/**, 10",
        "https://h:4*/**, 10",
        "https://h:**/**, 10",
        "https://h/x?a=*, 12",
        "https://h/x?a=%zz, 12",
        "https://h/a%2f**, 11",
        "https://h/../**, 10",
        "https://h/**/../x, 13",
        "https://h/*/a/../../x, 14",
        "https://h/%2e%2e/**, 10",
        "https://*%2eexample.com/**, 9",
        "https://-*.example.com/**, 8",
        "https://xn--*.example.com/**, 8",
        "https://é*.example.com/**, 8",
    })
    void aPatternWithTwoMeaningsIsRefused(String pattern, int at) {
        assertThat(UrlPatternReader.read(pattern))
                .isInstanceOfSatisfying(
                        Parsed.Rejected.class,
                        r -> assertThat(r.at()).as(r.why()).isEqualTo(at));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://h\u0000/**",
                "https://h/\n",
                "https://h/é/**",
                "https://h/?é",
                "https://\ud800*.example.com/"
            })
    void charactersThatNoUrlHoldsAreRefused(String pattern) {
        assertThat(UrlPatternReader.read(pattern)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void hostsComeInTheFormsOfTheIndex() {
        assertThat(part("https://A.example./**").host()).isEqualTo(new HostPattern.Exact("a.example"));
        assertThat(part("https://[0::1]/**").host()).isEqualTo(new HostPattern.Exact("::1"));
        assertThat(part("https://*.example.com/**").host()).isEqualTo(new HostPattern.Under("example.com"));
        assertThat(part("https://**.example.com/**").host()).isEqualTo(new HostPattern.Under("example.com"));
        assertThat(part("https://*/**").host()).isEqualTo(new HostPattern.Any());
        assertThat(part("https://A*.*.Example.com/").host())
                .isEqualTo(new HostPattern.Labels(false, List.of("a*", "*", "example", "com")));
        assertThat(part("https://*.*.example.com/").host())
                .isEqualTo(new HostPattern.Labels(true, List.of("*", "example", "com")));
    }

    @Test
    void pathsComeInTheFormsOfTheIndex() {
        assertThat(part("https://h").pattern()).isEqualTo(new PathPattern(List.of(), new PathPattern.Rest.Nothing()));
        assertThat(part("https://h/**").pattern()).isEqualTo(PathPattern.ANY);
        assertThat(part("https://**").pattern()).isEqualTo(PathPattern.ANY);
        assertThat(part("https://h/a//b/").pattern())
                .isEqualTo(new PathPattern(List.of("a", "b", ""), new PathPattern.Rest.Nothing()));
        assertThat(part("https://h/a/**").pattern())
                .isEqualTo(new PathPattern(List.of("a"), new PathPattern.Rest.Anything()));
        assertThat(part("https://h/a/***/**").pattern())
                .isEqualTo(new PathPattern(List.of("a"), new PathPattern.Rest.Anything()));
        assertThat(part("https://h/a.b/*/c").pattern())
                .isEqualTo(
                        new PathPattern(List.of("a.b"), new PathPattern.Rest.Matching("^/a\\.b/[^/]+/c$", "/a.b/*/c")));
    }
}
