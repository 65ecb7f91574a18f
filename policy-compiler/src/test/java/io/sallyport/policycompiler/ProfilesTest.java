package io.sallyport.policycompiler;

import static io.sallyport.policycompiler.CompiledHarnesses.compiled;
import static io.sallyport.policycompiler.CompiledHarnesses.errors;
import static io.sallyport.policycompiler.CompiledHarnesses.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles, providers and other surroundings of a harness, as far as they affect decisions. */
final class ProfilesTest {
    private static final String HEAD = "agent: agents/fix.md\nrole: fixer\n";

    private static final String READ = """
            id: builder-read
            endpoints:
              - host: build.test
                port: 443
                rules: [{allow: {method: GET, path: "/repo/status/*"}}]
            """;
    private static final String PUSH = """
            id: builder-push
            endpoints:
              - {host: build.test, port: 443, access: read-write, deny_rules: [{method: POST, path: "/push/main/**"}]}
            """;
    private static final Map<String, String> GIVEN =
            Map.of("profiles/builder-read.yaml", READ, "profiles/builder-push.yaml", PUSH);

    private static PolicySnapshot attached(String... profiles) {
        return snapshot(compiled(null, null, null, new HarnessFiles(GIVEN, List.of(profiles), null), Lent.NOTHING));
    }

    private static String asked(PolicySnapshot policy, String request) {
        String[] words = request.split(" ", 2);
        var url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse("https://" + words[1], Dialect.WIRE))
                .value();
        Decision decision = policy.decide(
                words[0].equals("CONNECT")
                        ? CanonicalRequest.connect(url.scheme(), url.host(), url.port())
                        : CanonicalRequest.http(
                                url.scheme(), url.host(), url.port(), words[0], url.path(), url.query()));
        boolean opened =
                decision instanceof Decision.Allow allow && allow.obligations().intercept();
        return decision.reason().word() + (opened ? " inspected" : "");
    }

    /** So that one remembered decision stands for all queries. */
    @Test
    void aGrantOfEveryQueryIsDecidedWithoutTheQuery() {
        var url = ((Canonicalized.Accepted<CanonicalUrl>)
                        CanonicalUrl.parse("https://build.test/repo/status/7?page=2", Dialect.WIRE))
                .value();
        CanonicalRequest request =
                CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query());
        assertThat(attached("builder-read").judge(request, RequestHeaders.EMPTY).decision())
                .isInstanceOf(Decision.Allow.class);
        assertThat(attached("builder-read").judge(request, RequestHeaders.EMPTY).anyQuery())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET build.test/repo/status/7 | granted | granted | granted",
                "HEAD build.test/repo/status/7 | granted | granted | granted",
                "GET build.test/repo/status/7/log | no_grant | granted | granted",
                "GET build.test/other | no_grant | granted | granted",
                "POST build.test/push/dev | no_grant | granted | granted",
                "POST build.test/push/main/x | no_grant | policy_deny | policy_deny",
                "POST build.test/push/main | no_grant | granted | granted",
                "DELETE build.test/push/dev | no_grant | no_grant | no_grant",
                "PUT build.test/push/main/x | no_grant | granted | granted",
                "GET other.test/repo/status/7 | no_grant | no_grant | no_grant",
                "CONNECT build.test | granted inspected | granted inspected | granted inspected",
            })
    void profilesAddUpAndADenyWins(String request, String read, String push, String both) {
        assertThat(asked(attached("builder-read"), request)).isEqualTo(read);
        assertThat(asked(attached("builder-push"), request)).isEqualTo(push);
        assertThat(asked(attached("builder-push", "builder-read"), request)).isEqualTo(both);
    }

    private static final String BY_PATH = """
            id: forge
            endpoints:
              - host: build.test
                port: 443
                path: "/repos/**"
                access: read-only
                deny_rules: [{method: GET, path: "**"}, {method: GET, path: "/repos/*/keys"}]
              - host: build.test
                port: 443
                path: /graphql
                rules: [{allow: {method: POST, path: "**"}}]
              - host: build.test
                port: 443
                path: "/*/public/**"
                rules: [{allow: {method: GET, path: "/**/x"}}, {allow: {method: "*", path: "/repos/**"}}]
            """;

    /**
     * Two endpoints of one host and port, distinguished by their paths: each applies only to its own, and their grants
     * add up.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET build.test/repos/a | granted",
                "POST build.test/repos/a | no_grant",
                "GET build.test/repos | no_grant",
                "GET build.test/other | no_grant",
                "POST build.test/graphql | granted",
                "GET build.test/graphql | no_grant",
                "POST build.test/graphql/x | no_grant",
                "GET build.test/a/public/x | granted",
                "GET build.test/a/public/b/x | granted",
                "GET build.test/a/private/x | no_grant",
                "POST build.test/a/public/x | no_grant",
                "DELETE build.test/repos/public/b | granted",
                "DELETE build.test/repos/b | no_grant",
                "GET build.test/repos/a/keys | policy_deny",
                "CONNECT build.test | granted inspected",
            })
    void endpointsOfOneHostAreToldApartByTheirPaths(String request, String verdict) {
        String profile = BY_PATH.replace("{method: GET, path: \"**\"}, ", "");
        var enclosed = new HarnessFiles(Map.of("profiles/forge.yaml", profile), List.of("forge"), null);
        assertThat(asked(snapshot(compiled(null, null, null, enclosed, Lent.NOTHING)), request))
                .isEqualTo(verdict);
    }

    /**
     * What an endpoint refuses is refused where the endpoint applies, whoever grants it; elsewhere it has no effect.
     */
    @Test
    void aDenyReachesAsFarAsItsEndpointsPath() {
        String wide = "id: wide\nendpoints: [{host: build.test, port: 443, access: full}]\n";
        var given = Map.of("profiles/forge.yaml", BY_PATH, "profiles/wide.yaml", wide);
        var enclosed = new HarnessFiles(given, List.of("wide", "forge"), null);
        PolicySnapshot policy = snapshot(compiled(null, null, null, enclosed, Lent.NOTHING));
        assertThat(asked(policy, "GET build.test/repos/a")).isEqualTo("policy_deny");
        assertThat(asked(policy, "HEAD build.test/repos/public/x")).isEqualTo("policy_deny");
        assertThat(asked(policy, "GET build.test/repos")).isEqualTo("granted");
        assertThat(asked(policy, "GET build.test/graphql")).isEqualTo("granted");
    }

    @Test
    void aLeaseIsACeilingOverProfiles() {
        var enclosed = new HarnessFiles(GIVEN, List.of("builder-push"), null);
        String lease = "{\"net.fetch\": [\"https://build.test/push/**\"]}";
        PolicySnapshot policy = snapshot(compiled(lease, null, null, enclosed, Lent.NOTHING));
        assertThat(asked(policy, "POST build.test/push/dev")).isEqualTo("granted");
        assertThat(asked(policy, "POST build.test/other")).isEqualTo("no_grant");
        assertThat(asked(policy, "POST build.test/push/main/x")).isEqualTo("policy_deny");
    }

    @Test
    void aDenyOfThePolicyWinsOverAProfile() {
        String policy = """
                version: 1
                network_policies:
                  build:
                    endpoints:
                      - {host: "*.test.example", port: 443, access: full, protocol: rest}
                      - {host: build.test, port: 443, protocol: rest, access: read-only, deny_rules: [{method: GET, path: "/repo/**"}]}
                """;
        PolicySnapshot made = snapshot(
                compiled(null, null, policy, new HarnessFiles(GIVEN, List.of("builder-read"), null), Lent.NOTHING));
        assertThat(asked(made, "GET build.test/repo/status/7")).isEqualTo("policy_deny");
        assertThat(asked(made, "HEAD build.test/repo/status/7")).isEqualTo("policy_deny");
        assertThat(asked(made, "GET build.test/else")).isEqualTo("granted");
    }

    @Test
    void aHarnessAttachesByProfileAndByProvider() {
        var given = Map.of(
                "profiles/builder-read.yaml",
                READ,
                "p/builder-push.yaml",
                PUSH,
                "providers/b.yaml",
                "name: b\ntype: builder-read\n");
        for (String attach : List.of(
                "openshell: {profiles: [builder-read]}\n",
                "openshell: {profiles: [profiles/builder-read.yaml]}\n",
                "openshell: {profiles: [\"https://h.example/builder-read.yaml#sha256=" + Sha256.hexOf(READ) + "\"]}\n",
                "providers: [b]\n",
                "providers: [providers/b.yaml]\n",
                "providers: [b]\nopenshell: {profiles: [builder-read, p/builder-push.yaml]}\n")) {
            PolicySnapshot made = snapshot(
                    compiled(null, HEAD + attach, null, new HarnessFiles(given, List.of(), null), Lent.NOTHING));
            assertThat(asked(made, "GET build.test/repo/status/7")).as(attach).isEqualTo("granted");
        }
    }

    @Test
    void whatIsNotGivenIsNotThere() {
        for (String attach :
                List.of("openshell: {profiles: [builder-read]}", "providers: [b]", "providers: [/etc/passwd]")) {
            assertThat(errors(compiled(null, HEAD + attach + "\n", null, HarnessFiles.NOTHING, Lent.NOTHING)))
                    .singleElement()
                    .asString()
                    .matches("harness:3:\\d+ NOT_OPENED");
        }
        assertThat(errors(compiled(null, null, null, new HarnessFiles(Map.of(), List.of("x"), null), Lent.NOTHING)))
                .containsExactly("profiles:0:0 NOT_OPENED");
    }

    @Test
    void theOperatorsProfileIsTheOneThatABareNameMeans() {
        var lent = new Lent(
                Map.of(), Map.of("builder-read", READ), Map.of("b", "name: b\ntype: builder-read\n"), Set.of());
        String wide = "id: builder-read\nendpoints: [{host: evil.test, port: 443, access: full}]\n";
        var enclosed = new HarnessFiles(Map.of("profiles/builder-read.yaml", wide), List.of("builder-read"), null);
        PolicySnapshot made = snapshot(compiled(null, HEAD + "providers: [b]\n", null, enclosed, lent));
        assertThat(asked(made, "GET build.test/repo/status/7")).isEqualTo("granted");
        assertThat(asked(made, "GET evil.test/")).isEqualTo("no_grant");
    }

    @Test
    void twoProfilesOfOneNameAreRefused() {
        String wide = "id: builder-read\nendpoints: [{host: evil.test, port: 443, access: full}]\n";
        var given = Map.of("profiles/builder-read.yaml", READ, "x/builder-read.yaml", wide);
        String harness =
                HEAD + "openshell: {profiles: [x/builder-read.yaml]}\napi_servers: [{name: a, script: s, port: 0,"
                        + " providers: [builder-read]}]\n";
        assertThat(errors(compiled(null, harness, null, new HarnessFiles(given, List.of(), null), Lent.NOTHING)))
                .contains("profiles/builder-read.yaml:1:1 DUPLICATE_MEMBER");
    }

    @Test
    void aPolicyThatTheHarnessNamesCountsAndItsPlatformsToo() {
        String policy = "version: 1\nnetwork_policies: {a: {endpoints: [{host: HOST, port: 443}]}}\n";
        var given = Map.of("p/a.yaml", policy.replace("HOST", "a.test"), "p/b.yaml", policy.replace("HOST", "b.test"));
        String harness = HEAD + "policy: p/a.yaml\nforge: {github: {policy: p/b.yaml}, gitlab: {}}\n";
        PolicySnapshot github =
                snapshot(compiled(null, harness, null, new HarnessFiles(given, List.of(), "github"), Lent.NOTHING));
        assertThat(asked(github, "GET a.test/")).isEqualTo("no_grant");
        assertThat(asked(github, "GET b.test/")).isEqualTo("granted");
        PolicySnapshot gitlab =
                snapshot(compiled(null, harness, null, new HarnessFiles(given, List.of(), "gitlab"), Lent.NOTHING));
        assertThat(asked(gitlab, "GET a.test/")).isEqualTo("granted");
        assertThat(errors(compiled(null, harness, null, new HarnessFiles(given, List.of(), null), Lent.NOTHING)))
                .containsExactly("harness:4:26 NOT_CHOSEN");
        assertThat(errors(compiled(null, harness, null, new HarnessFiles(given, List.of(), "jira"), Lent.NOTHING)))
                .containsExactly("harness:1:1 NO_FORGE_PART");
        assertThat(errors(compiled(null, null, null, new HarnessFiles(given, List.of(), "jira"), Lent.NOTHING)))
                .containsExactly("forge:0:0 NO_HARNESS");
    }

    @Test
    void twoDocumentsThatSayTwoThingsOfOneConnectionAreRefused() {
        String policy =
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: build.test, port: 443, protocol: tcp}]}}\n";
        assertThat(errors(compiled(
                        null, null, policy, new HarnessFiles(GIVEN, List.of("builder-read"), null), Lent.NOTHING)))
                .containsExactly("profiles/builder-read.yaml:3:5 AMBIGUOUS");
    }

    /** A policy that predates the profile, and names its host without interception. */
    @Test
    void aProfileIsNotOpenedByAPolicyThatDoesNotLook() {
        String policy = "version: 1\nnetwork_policies: {a: {endpoints: [{host: build.test, ports: [443, 8443]}]}}\n";
        var enclosed = new HarnessFiles(GIVEN, List.of("builder-read"), null);
        PolicySnapshot made = snapshot(compiled(null, null, policy, enclosed, Lent.NOTHING));
        assertThat(asked(made, "CONNECT build.test")).isEqualTo("granted inspected");
        assertThat(asked(made, "GET build.test/repo/status/7")).isEqualTo("granted");
        assertThat(asked(made, "GET build.test/other")).isEqualTo("no_grant");
        assertThat(asked(made, "CONNECT build.test:8443")).isEqualTo("granted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id: other | OTHER_NAME",
                "endpoints: [] | MISSING_KEY",
                "id: p\nsecrets: {} | UNKNOWN_KEY",
                "id: p\ncredentials: {A: \"${B}\"} | BAD_VALUE",
                "id: p\nendpoints: [{host: a.test, port: 443, protocol: rest}] | MISSING_KEY",
                "id: p\nendpoints: [{host: a.test, port: 443, access: full, rules: [{allow: {method: GET, path: /a}}]}] | BAD_VALUE",
                "id: p\nendpoints: [{host: a.test, port: 443, protocol: graphql, access: some}] | BAD_VALUE",
                "id: p\nendpoints: [{host: a.test, port: 443, protocol: mcp}] | MISSING_KEY",
                "id: p\nendpoints: [{host: a.test, port: 443, protocol: json-rpc}] | MISSING_KEY",
                "id: p\nendpoints: [{host: \"*\", port: 443, access: full}] | BAD_HOST",
                "id: p\nendpoints: [{host: \"*.com\", port: 443, access: full}] | BAD_HOST",
                "id: p\nendpoints: [{host: a.test, port: 443, access: full, deny_rules: [{path: /a}]}] | MISSING_KEY",
                "id: p\nendpoints: [{host: a.test, port: 443, deny_rules: [{method: GET, path: /a}]}] | MISSING_KEY",
                "id: p\nendpoints: [{host: a.test, port: 443, protocol: tcp, deny_rules: [{method: GET, path: /a}]}] | BAD_VALUE",
                "id: p\nendpoints: [{host: a.test, port: 443, access: full, allow_encoded_slash: true}] | NOT_SAFE",
                "id: p\nendpoints: [{host: a.test, port: 443, access: full, path: v1}] | BAD_PATH",
                "id: p\nendpoints: [{host: a.test, port: 443, access: full, enforcement: Audit}] | BAD_VALUE",
                "id: p\nendpoints: [{host: a.test, port: 443, access: full, credential_signing: sigv4}] | MISSING_KEY",
                "id: p\ndescription: &a x\ncategory: *a | NOT_YAML",
            })
    void aProfileIsRefusedByNameAndPlace(String sample) {
        String[] parts = sample.split(" \\| ", 2);
        var enclosed = new HarnessFiles(Map.of("profiles/p.yaml", parts[0] + "\n"), List.of("p"), null);
        assertThat(errors(compiled(null, null, null, enclosed, Lent.NOTHING)))
                .anySatisfy(error ->
                        assertThat(error).startsWith("profiles/p.yaml:").endsWith(" " + parts[1]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name: b\ntype: p\ncredentials: {TOKEN: \"${TOKEN}\"} | NOT_THERE_YET",
                "name: b\ntype: p\ncredentials: {TOKEN: literal} | NOT_THERE_YET",
                "name: b\ntype: p\nconfig: {a: b} | NOT_THERE_YET",
                "name: b | MISSING_KEY",
                "name: b\ntype: ../p | BAD_VALUE",
                "[] | BAD_VALUE",
            })
    void aProviderIsRefusedByNameAndPlace(String sample) {
        String[] parts = sample.split(" \\| ", 2);
        var enclosed = new HarnessFiles(
                Map.of("providers/b.yaml", parts[0] + "\n", "profiles/p.yaml", "id: p\n"), List.of(), null);
        assertThat(errors(compiled(null, HEAD + "providers: [b]\n", null, enclosed, Lent.NOTHING)))
                .anySatisfy(error ->
                        assertThat(error).startsWith("providers/b.yaml:").endsWith(" " + parts[1]));
    }

    @Test
    void noPolicyUsesTheNamesOfProfiles() {
        String policy =
                "version: 1\nnetwork_policies: {_provider_builder-read: {endpoints: [{host: a.test, port: 443}]}}\n";
        assertThat(errors(compiled(null, null, policy, HarnessFiles.NOTHING, Lent.NOTHING)))
                .containsExactly("policy:2:20 RESERVED_NAME");
    }

    @Test
    void aDenyIsNamedByItsRule() {
        var url = ((Canonicalized.Accepted<CanonicalUrl>)
                        CanonicalUrl.parse("https://build.test/push/main/x", Dialect.WIRE))
                .value();
        Decision decision = attached("builder-push")
                .decide(CanonicalRequest.http(url.scheme(), url.host(), url.port(), "POST", url.path(), url.query()));
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Deny.class,
                        deny -> assertThat(deny.rule())
                                .isEqualTo("policy:_provider_builder-push.endpoints[0].deny_rules[0]"));
    }
}
