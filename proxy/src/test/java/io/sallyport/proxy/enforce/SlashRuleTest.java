package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.RequestTarget;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostList;
import io.sallyport.model.text.Parsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An encoded slash is refused, except for hosts that are configured to decode it. */
class SlashRuleTest {
    private final SlashRule rule = new SlashRule(listed("npm.test", "*.npm.test"));

    @ParameterizedTest
    @CsvSource({
        "/@team%2fmod, /@team/mod",
        "/@team%2Fmod/-/mod.tgz, /@team/mod/-/mod.tgz",
        "/a%2F%2Fb, /a/b",
        "/a%2F..%2Fb, /b",
        "/public%2F..%2Fadmin/keys, /admin/keys",
        "/a;v%2Fb, /a/b",
        "/%2F, /",
        "/a%252Fb, /a%252Fb",
        "/a?next=%2Fb, /a?next=%2Fb",
        "/a%2Fb?next=%2Fc, /a/b?next=%2Fc",
    })
    void whatIsJudgedAtAListedHostIsThePathWithTheSlash(String raw, String canonical) {
        assertThat(written(rule.target(raw, host("npm.test"), PolicyDialect.STRICT)))
                .isEqualTo(canonical);
        assertThat(written(rule.target(raw, host("a.npm.test"), PolicyDialect.STRICT)))
                .isEqualTo(canonical);
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>)
                        rule.url("http://npm.test" + raw, PolicyDialect.STRICT))
                .value();
        assertThat(url.path().text() + url.query()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a%2F%2e%2e%2Fb", "/a%2F%5Cb", "/a%2Fb%00", "/%2F..%2F..", "/a%2Fb%zz", "/a%2"})
    void whatHasNoOneReadingStaysRefusedThere(String raw) {
        assertThat(rule.target(raw, host("npm.test"), PolicyDialect.STRICT)).isInstanceOf(Canonicalized.Rejected.class);
        assertThat(rule.url("http://npm.test" + raw, PolicyDialect.STRICT)).isInstanceOf(Canonicalized.Rejected.class);
    }

    /** What the operator says of a host comes before what a policy says. */
    @Test
    void atAListedHostASlashIsDecodedInADialectThatKeepsItToo() {
        PolicyDialect dialect = PolicyDialect.OPENSHELL;
        assertThat(written(rule.target("/@team%2fmod", host("npm.test"), dialect)))
                .isEqualTo("/@team/mod");
        assertThat(written(rule.target("/@team%2fmod", host("other.test"), dialect)))
                .isEqualTo("/@team%2Fmod");
        CanonicalUrl url =
                ((Canonicalized.Accepted<CanonicalUrl>) rule.url("http://npm.test/@team%2fmod", dialect)).value();
        assertThat(url.path().text()).isEqualTo("/@team/mod");
    }

    @Test
    void whatAListedHostWouldServeIsToldThePathAndTheSetting() {
        assertThat(rule.advice("/@team%2fmod?secret=1"))
                .startsWith("the path /@team%2fmod holds an encoded slash")
                .contains("proxy.decode_slash");
        assertThat(rule.advice("http://other.test/a%2Fb")).startsWith("the path /a%2Fb holds");
        assertThat(rule.advice("/" + "x".repeat(1000) + "%2F")).hasSizeLessThan(400);
        assertThat(rule.advice("/a%2F%00")).isNull();
        assertThat(rule.advice("/a?next=%2F")).isNull();
        assertThat(rule.advice("/a b")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"other.test", "xnpm.test", "npm.test.evil.test"})
    void elsewhereItIsRefused(String host) {
        assertThat(rule.target("/@team%2fmod", host(host), PolicyDialect.STRICT))
                .isInstanceOf(Canonicalized.Rejected.class);
        assertThat(rule.url("http://" + host + "/@team%2fmod", PolicyDialect.STRICT))
                .isInstanceOf(Canonicalized.Rejected.class);
        assertThat(new SlashRule(HostList.NONE).target("/a%2Fb", host(host), PolicyDialect.STRICT))
                .isInstanceOf(Canonicalized.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://npm.test%2Fa/b%2Fc",
                "http://npm.test%2F@evil.test/b",
                "http:%2F%2Fnpm.test/a",
                "http://evil.test%2Fnpm.test/a",
                "http://npm.test",
            })
    void noAuthorityIsMadeOfOne(String url) {
        assertThat(rule.url(url, PolicyDialect.STRICT))
                .isEqualTo(new SlashRule(HostList.NONE).url(url, PolicyDialect.STRICT));
    }

    private static String written(Canonicalized<RequestTarget> parsed) {
        assertThat(parsed).isInstanceOf(Canonicalized.Accepted.class);
        return ((Canonicalized.Accepted<RequestTarget>) parsed).value().toString();
    }

    private static HostList listed(String... entries) {
        return ((HostList.Accepted) HostList.parse(List.of(entries))).hosts();
    }

    private static CanonicalHost host(String name) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(name)).value();
    }
}
