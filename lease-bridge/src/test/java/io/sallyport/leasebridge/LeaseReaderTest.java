package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.DialRules;
import io.sallyport.model.Grant;
import io.sallyport.model.NamePattern;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LeaseReaderTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

    private static LeaseReader.Result result(String json) {
        return LeaseReader.read("lease", json, null, NOW);
    }

    private static Lease lease(LeaseReader.Result result) {
        return switch (result) {
            case LeaseReader.Read(var lease, var _) -> lease;
            case LeaseReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }

    private static List<String> errors(LeaseReader.Result result) {
        assertThat(result).isInstanceOf(LeaseReader.Refused.class);
        return result.diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(d -> d.line() + ":" + d.column() + " " + d.code())
                .toList();
    }

    @Test
    void theEmptyLeaseIsValidAndGrantsNothing() {
        assertThat(lease(result("{}")).grants()).isEmpty();
        assertThat(lease(result("{\"net.fetch\": []}")).grants()).isEmpty();
    }

    @Test
    void aPatternBecomesAGrant() {
        Lease lease = lease(result("{\"net.fetch\": [\"https://*.example.com/a/**?q=1\"]}"));
        assertThat(lease.patterns("net.fetch")).containsExactly("https://*.example.com/a/**?q=1");
        assertThat(lease.grants()).singleElement().isInstanceOfSatisfying(Grant.Net.class, net -> {
            assertThat(net.rule()).isEqualTo("lease:net.fetch[0]");
            assertThat(net.source()).isEqualTo(Grant.Source.LEASE);
            assertThat(net.kinds()).containsExactlyInAnyOrder(RequestKind.CONNECT, RequestKind.HTTP);
            assertThat(net.schemes()).containsExactly(Scheme.HTTPS);
            assertThat(net.host()).isEqualTo(new HostPattern.Under("example.com"));
            assertThat(net.ports()).containsExactly(443);
            assertThat(net.methods()).isEmpty();
            assertThat(net.path()).isEqualTo(new PathPattern(List.of("a"), new PathPattern.Rest.Anything()));
            assertThat(net.query()).containsOnlyKeys("q");
            assertThat(net.coversWholeHost()).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://*.github.io/**",
                "https://**.co.uk/**",
                "https://pages-*.github.io/**",
                "https://a.*.s3.amazonaws.com/**"
            })
    void aWildcardOverAPublicSuffixIsWarnedOfAndGranted(String pattern) {
        LeaseReader.Result result = result("{\"net.fetch\": [\"" + pattern + "\"]}");
        assertThat(lease(result).grants()).isNotEmpty();
        assertThat(result.diagnostics()).singleElement().satisfies(warning -> {
            assertThat(warning.isError()).isFalse();
            assertThat(warning.code()).isEqualTo("OVER_PUBLIC_SUFFIX");
            assertThat(warning.help()).startsWith("everybody can register a name under it");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://me.github.io/**", "https://*.me.github.io/**", "https://*.example.co.uk/**"})
    void aNameOfOneOwnerIsNotWarnedOf(String pattern) {
        assertThat(result("{\"net.fetch\": [\"" + pattern + "\"]}").diagnostics())
                .isEmpty();
    }

    @Test
    void twoStarsAreHttpsAndHttpEachOnItsOwnPort() {
        List<Grant> grants = lease(result("{\"net.fetch\": [\"**\"]}")).grants();
        assertThat(grants)
                .hasSize(2)
                .allSatisfy(grant -> assertThat(grant).isInstanceOfSatisfying(Grant.Net.class, net -> {
                    assertThat(net.schemes()).hasSize(1);
                    assertThat(net.ports())
                            .isEqualTo(Set.of(net.schemes().iterator().next().defaultPort()));
                    assertThat(net.coversWholeHost()).isTrue();
                }));
    }

    @Test
    void namesAndPathsBecomeGrantsOfTheirOwnForm() {
        List<Grant> grants = lease(
                        result("{\"tool.call\": [\"web.search\", \"mcp.*\"], \"fs.read\": [\"/a/./b/\", \"**\"]}"))
                .grants();
        assertThat(grants)
                .containsExactly(
                        named("tool.call", 0, new NamePattern.Exactly("web.search"), "web.search"),
                        named(
                                "tool.call",
                                1,
                                new NamePattern.Matching("^mcp\\.[^\\.\\/]+$".replace("\\/", "/")),
                                "mcp.*"),
                        named("fs.read", 0, new NamePattern.Exactly("/a/b"), "/a/./b/"),
                        named("fs.read", 1, new NamePattern.Anything(), "**"));
    }

    private static Grant.Named named(String capability, int at, NamePattern targets, String text) {
        String rule = "lease:" + capability + "[" + at + "]";
        return new Grant.Named(Grant.Source.LEASE, rule, capability, targets, text);
    }

    @Test
    void aBudgetLoadsAndSumsWhatEachCurrencyIsNamedWith() {
        Lease lease = lease(result("{\"cost.budget\": [\"USD:1.00\", \"usd:2\", \"USD:0.5\"]}"));
        assertThat(lease.budget())
                .containsOnly(Map.entry("USD", new BigDecimal("1.50")), Map.entry("usd", new BigDecimal("2")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1:1 NOT_JSON",
                "[] | 1:1 NOT_AN_OBJECT",
                "null | 1:1 NOT_AN_OBJECT",
                "\"x\" | 1:1 NOT_AN_OBJECT",
                "{} x | 1:4 NOT_JSON",
                "{} {} | 1:4 TRAILING_TEXT",
                "{\"net.fetch\": [\"**\",]} | 1:21 NOT_JSON",
                "{\"net.fetch\": [\"**\"],} | 1:22 NOT_JSON",
                "{\"net.fetch\": [\"**\"] | 1:21 NOT_JSON",
                "{net.fetch: []} | 1:2 NOT_JSON",
                "{\"net.fetch\": ['**']} | 1:16 NOT_JSON",
                "{\"net.fetch\": \"**\"} | 1:15 NOT_A_LIST",
                "{\"net.fetch\": null} | 1:15 NOT_A_LIST",
                "{\"net.fetch\": {\"a\": [1, {}]}} | 1:15 NOT_A_LIST",
                "{\"net.fetch\": [1]} | 1:16 NOT_A_STRING",
                "{\"net.fetch\": [null]} | 1:16 NOT_A_STRING",
                "{\"net.fetch\": [[\"**\"]]} | 1:16 NOT_A_STRING",
                "{\"net.fetch\": [true]} | 1:16 NOT_A_STRING",
                "{\"net.fetch\": [NaN]} | 1:19 NOT_JSON",
                "{\"net.fetch\": [], \"net.fetch\": []} | 1:19 DUPLICATE_MEMBER",
                "{\"net.fetch\": [], \"net\\u002efetch\": []} | 1:19 DUPLICATE_MEMBER",
                "{\"Net.Fetch\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"FS.READ\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"fs.read \": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"__proto__\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"x-vendor.acme\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"x-vendor.a.\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"x-vendor..a.b\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"X-Vendor.a.b\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"lease\": []} | 1:2 UNKNOWN_CAPABILITY",
                "{\"net.fetch\": [\"\"]} | 1:17 EMPTY_PATTERN",
                "{\"net.fetch\": [\"https://h/\\u0000\"]} | 1:16 CONTROL_CHARACTER",
                "{\"tool.call\": [\"a\\nb\"]} | 1:16 CONTROL_CHARACTER",
                "{\"tool.call\": [\" a\"]} | 1:17 BAD_PATTERN",
                "{\"tool.call\": [\"a\\u00a0\"]} | 1:16 BAD_PATTERN",
                "{\"fs.read\": [\"../a\"]} | 1:15 BAD_PATTERN",
                "{\"fs.read\": [\"/*/../a\"]} | 1:18 BAD_PATTERN",
                "{\"net.fetch\": [\"https://u@h/**\"]} | 1:26 BAD_PATTERN",
                "{\"net.fetch\": [\"h\"]} | 1:17 BAD_PATTERN",
            })
    void whatIsNoLeaseIsRefusedWithItsPlace(String json, String error) {
        assertThat(errors(result(json))).containsExactly(error);
    }

    @Test
    void placesCountLines() {
        String json = "{\n  \"net.fetch\": [\n    \"https://h/**\",\n    \"https://h:0/**\"\n  ]\n}";
        LeaseReader.Result result = result(json);
        assertThat(errors(result)).containsExactly("4:16 BAD_PATTERN");
        assertThat(result.diagnostics())
                .singleElement()
                .extracting(Diagnostic::file)
                .isEqualTo("lease");
    }

    @Test
    void oneReadingFindsAllThatIsWrong() {
        assertThat(errors(result("{\"a\": [], \"net.fetch\": [\"x\", 1, \"https://h/**\"], \"fs.read\": 1}")))
                .containsExactlyInAnyOrder(
                        "1:26 BAD_PATTERN", "1:2 UNKNOWN_CAPABILITY", "1:30 NOT_A_STRING", "1:61 NOT_A_LIST");
    }

    @Test
    void boundsAreNamed() {
        String pattern = "\"https://h/" + "a".repeat(4_086) + "\"";
        assertThat(lease(result("{\"net.fetch\": [" + pattern + "]}")).patterns("net.fetch"))
                .hasSize(1);
        assertThat(errors(result("{\"net.fetch\": [" + pattern.replace("h/", "h/b") + "]}")))
                .containsExactly("1:17 PATTERN_TOO_LONG");
        assertThat(errors(result("{\"tool.call\": [\"" + "é".repeat(2_049) + "\"]}")))
                .containsExactly("1:17 PATTERN_TOO_LONG");
        assertThat(errors(result("{\"tool.call\": [\"" + "a*".repeat(65) + "\"]}")))
                .containsExactly("1:17 TOO_MANY_WILDCARDS");
        assertThat(lease(result("{\"tool.call\": [\"" + "a**".repeat(64) + "\"]}"))
                        .grants())
                .hasSize(1);
        assertThat(lease(result("{\"tool.call\": [" + many(1_024) + "]}")).grants())
                .hasSize(1_024);
        assertThat(errors(result("{\"tool.call\": [" + many(1_025) + "]}"))).containsExactly("1:2 TOO_MANY_PATTERNS");
        String five =
                "{\"tool.call\": [%s], \"fs.read\": [%s], \"fs.write\": [%s], \"agent.delegate\": [%s], \"net.fetch\": [\"**\"]}";
        assertThat(errors(result(five.replace("%s", many(1_024))))).containsExactly("1:1 TOO_MANY_PATTERNS");
        assertThat(errors(result("{}" + " ".repeat(1 << 20)))).containsExactly("1:1 TOO_LARGE");
        assertThat(errors(result("[".repeat(100_000)))).containsExactly("1:34 TOO_DEEP");
        assertThat(errors(result("{\"a\":" + "[".repeat(100_000)))).containsExactly("1:38 TOO_DEEP");
    }

    private static String many(int count) {
        return String.join(",", Collections.nCopies(count, "\"a\""));
    }

    @Test
    void diagnosticsAreBoundedAndKeepTheError() {
        String warnings = String.join(",", Collections.nCopies(500, "\"*\""));
        LeaseReader.Result result = result("{\"net.fetch\": [" + warnings + ", \"bad\"]}");
        assertThat(errors(result)).hasSize(1);
        assertThat(result.diagnostics()).hasSizeLessThanOrEqualTo(100);
    }

    @Test
    void diagnosticsQuoteTheDocumentInVisibleTextOnly() {
        LeaseReader.Result result = result("{\"a\\u001b[31m\\u202e\\nb\": []}");
        assertThat(result.diagnostics().getFirst().message())
                .isEqualTo("\"a\\u001b[31m\\u202e\\u000ab\" is no capability");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-06-01T00:00:00Z",
                "2026-05-31T23:59:59.999Z",
                "2030-01-01",
                "2030-01-01T00:00:00",
                "2030-01-01T00:00:00+00:00",
                "2030-01-01T00:00:00z",
                "2030-01-01t00:00:00Z",
                "2030-1-01T00:00:00Z",
                "2030-02-30T00:00:00Z",
                "2030-02-29T00:00:00Z",
                "2030-00-01T00:00:00Z",
                "2030-01-00T00:00:00Z",
                "2030-01-32T00:00:00Z",
                "2030-13-01T00:00:00Z",
                "2030-01-01T24:00:00Z",
                "2030-01-01T00:60:00Z",
                "2030-01-01T00:00:60Z",
                "2030-01-01T00:00:00.Z",
                "2030-01-01T00:00:00.1234567890Z",
                "2030-01-01T00:00:00,5Z",
                " 2030-01-01T00:00:00Z",
                "2030-01-01T00:00:00Z ",
                "2030-01-01T00:00:00Z\\n",
                "+2030-01-01T00:00:00Z",
                "12030-01-01T00:00:00Z",
                "2030-W01-1T00:00:00Z",
                "1893456000",
                "",
                "٢٠٣٠-01-01T00:00:00Z",
                "never"
            })
    void otherSpellingsOfTimeAreRefused(String time) {
        assertThat(errors(expiring(time, NOW))).hasSize(1);
    }

    private static LeaseReader.Result expiring(String time, @Nullable Instant submitted) {
        return LeaseReader.read("lease", "{}", "{\"expires_at\": \"" + time + "\"}", submitted);
    }

    @Test
    void expiryIsRead() {
        assertThat(lease(expiring("2030-01-01T00:00:00.5Z", NOW)).expiresAt()).isEqualTo("2030-01-01T00:00:00.5Z");
        assertThat(lease(expiring("2028-02-29T23:59:59.123456789Z", NOW)).expiresAt())
                .isEqualTo("2028-02-29T23:59:59.123456789Z");
        assertThat(lease(result("{}")).expiresAt()).isNull();
        assertThat(lease(LeaseReader.read("lease", "{}", "{\"expires_at\": null}", NOW))
                        .expiresAt())
                .isNull();
        assertThat(lease(LeaseReader.read("lease", "{}", "null", NOW)).expiresAt())
                .isNull();
    }

    @Test
    void aLeaseTakenEarlierMayHaveExpiredSince() {
        assertThat(lease(expiring("2020-01-01T00:00:00Z", null)).expiresAt()).isEqualTo("2020-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"expiresAt\": \"2030-01-01T00:00:00Z\"} | 1:2 UNKNOWN_MEMBER",
                "{\"expires_at\": 1893456000} | 1:16 NOT_A_STRING",
                "{\"expires_at\": \"2030-01-01T00:00:00Z\", \"expires_at\": null} | 1:40 DUPLICATE_MEMBER",
                "[] | 1:1 NOT_AN_OBJECT",
                "{} {} | 1:4 TRAILING_TEXT"
            })
    void whatIsNoConstraintIsRefused(String json, String error) {
        LeaseReader.Result result = LeaseReader.read("lease", "{}", json, NOW);
        assertThat(errors(result)).containsExactly(error);
        assertThat(result.diagnostics()).extracting(Diagnostic::file).containsExactly("lease_constraints");
    }

    @Test
    void aFileHoldsTheBareLeaseOrLeaseAndConstraints() {
        assertThat(lease(LeaseReader.readFile("l.json", "{\"net.fetch\": [\"**\"]}", NOW, DialRules.NONE))
                        .patterns("net.fetch"))
                .containsExactly("**");
        Lease wrapped = lease(LeaseReader.readFile(
                "l.json",
                "{\"lease_constraints\": {\"expires_at\": \"2030-01-01T00:00:00Z\"}, \"lease\": {\"net.fetch\": [\"**\"]}}",
                NOW,
                DialRules.NONE));
        assertThat(wrapped.patterns("net.fetch")).containsExactly("**");
        assertThat(wrapped.expiresAt()).isEqualTo("2030-01-01T00:00:00Z");
    }

    /** Other protocols write their members so. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"lease\": {}, \"leaseConstraints\": {}}",
                "{\"leaseConstraints\": {\"expires_at\": \"2030-01-01T00:00:00Z\"}}"
            })
    void constraintsInCamelCaseAreToldTheirName(String json) {
        assertThat(((LeaseReader.Refused) LeaseReader.readFile("l.json", json, NOW, DialRules.NONE)).diagnostics())
                .anyMatch(diagnostic -> String.valueOf(diagnostic.help()).startsWith("write lease_constraints"));
        if (LeaseFile.split("l.json", json) instanceof LeaseFile.Refused refused) {
            assertThat(refused.diagnostics()).extracting(Diagnostic::help).containsExactly("write lease_constraints");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"lease\": {}, \"net.fetch\": []} | 1:15 UNKNOWN_MEMBER",
                "{\"lease\": {}, \"leaseConstraints\": {}} | 1:15 UNKNOWN_MEMBER",
                "{\"lease_constraints\": {}} | 1:1 NOT_A_LEASE",
                "{\"lease\": {}, \"lease\": {}} | 1:15 DUPLICATE_MEMBER",
                "{\"lease\": []} | 1:11 NOT_AN_OBJECT",
                "{\"lease\": {\"lease\": {}}} | 1:12 UNKNOWN_CAPABILITY",
                "{\"lease\": {}, \"lease_constraints\": {\"expires_at\": \"2026-06-01T00:00:00Z\"}} | 1:52 EXPIRED"
            })
    void aFileOfAnotherShapeIsRefused(String json, String error) {
        assertThat(errors(LeaseReader.readFile("l.json", json, NOW, DialRules.NONE)))
                .contains(error);
    }

    private static LeaseReader.Result limited(String constraints) {
        return LeaseReader.read("lease", "{}", constraints, null);
    }

    @Test
    void howOftenALeaseMayBeUsedIsACount() {
        assertThat(limited("{\"max_uses\": 1}"))
                .isInstanceOfSatisfying(
                        LeaseReader.Read.class,
                        read -> assertThat(read.lease().maxUses()).isEqualTo(1));
        assertThat(limited("{\"max_uses\": null}"))
                .isInstanceOfSatisfying(
                        LeaseReader.Read.class,
                        read -> assertThat(read.lease().maxUses()).isNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.0", "1e3", "1000000000", "true", "\"1\"", "[1]", "{}", "01"})
    void anythingElseIsNoCountOfUses(String written) {
        assertThat(limited("{\"max_uses\": " + written + "}")).isInstanceOf(LeaseReader.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"maxUses", "max_use", "MAX_USES"})
    void aNameThatIsNearlyRightIsToldTheRightOne(String name) {
        assertThat(limited("{\"" + name + "\": 1}").diagnostics())
                .allMatch(diagnostic -> String.valueOf(diagnostic.help()).contains("max_uses"));
    }
}
