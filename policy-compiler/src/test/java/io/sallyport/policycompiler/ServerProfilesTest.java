package io.sallyport.policycompiler;

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
import io.sallyport.model.host.Dialect;
import io.sallyport.policycompiler.author.Compilation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles attached to API servers, and the names by which documents refer to a server. */
final class ServerProfilesTest {
    private static final String BUILDER = "{name: builder, script: s, port: 9001, providers: PROFILES}";
    private static final String HARNESS =
            "agent: agents/fix.md\nrole: fixer\napi_servers: [" + BUILDER + ", {name: push, script: s, port: 9002}]\n";

    private static final Map<String, String> PROFILES =
            Map.of("profiles/build.yaml", """
            id: build
            endpoints:
              - host: builder.api.internal
                port: 80
                rules: [{allow: {method: POST, path: "/build"}}]
            """, "profiles/push.yaml", """
            id: push
            endpoints:
              - host: host.openshell.internal
                port: 9001
                access: read-write
                deny_rules: [{method: POST, path: "/push/main"}]
            """, "profiles/read.yaml", """
            id: read
            endpoints:
              - host: builder.api.internal
                port: 9001
                rules: [{allow: {method: GET, path: "/repo/status/*"}}]
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST builder.api.internal/build | granted | granted | no_grant",
                "POST builder.api.internal/build/x | no_grant | granted | no_grant",
                "GET builder.api.internal/repo/status/7 | no_grant | granted | granted",
                "GET builder.api.internal/repo/status/7/log | no_grant | granted | no_grant",
                "POST builder.api.internal/push/main | no_grant | policy_deny | no_grant",
                "POST builder.api.internal/push/dev | no_grant | granted | no_grant",
                "DELETE builder.api.internal/build | no_grant | no_grant | no_grant",
                "GET builder.api.internal/healthz | no_grant | granted | no_grant",
                "GET push.api.internal/repo/status/7 | no_grant | no_grant | no_grant",
                "GET host.openshell.internal:9001/repo/status/7 | no_grant | no_grant | no_grant",
            })
    void eachHarnessGetsWhatItsProfilesGrantOnTheServer(String request, String build, String push, String read) {
        assertThat(asked(attached("[build]"), request)).isEqualTo(build);
        assertThat(asked(attached("[push]"), request)).isEqualTo(push);
        assertThat(asked(attached("[read]"), request)).isEqualTo(read);
        assertThat(asked(attached("[]"), request)).isEqualTo("no_grant");
    }

    @Test
    void aLeaseIsACeilingAndMayNameTheServerAnyWay() {
        for (String host : List.of(
                "builder.api.internal",
                "builder.api.internal:80",
                "builder.api.internal:9001",
                "builder.api.internal:*",
                "host.openshell.internal:9001")) {
            PolicySnapshot policy = snapshot(compiled(
                    "{\"net.fetch\": [\"http://" + host + "/build\"]}", harness("[build, read]"), null, PROFILES));
            assertThat(asked(policy, "POST builder.api.internal/build"))
                    .as(host)
                    .isEqualTo("granted");
            assertThat(asked(policy, "GET builder.api.internal/repo/status/7"))
                    .as(host)
                    .isEqualTo("no_grant");
        }
    }

    @Test
    void aLeaseOfAnotherPortOrOfEveryNameGrantsNoServer() {
        for (String pattern : List.of(
                "http://builder.api.internal:9002/**",
                "http://host.openshell.internal/**",
                "http://host.openshell.internal:9002/**",
                "http://*.openshell.internal:9001/**",
                "http://*.api.internal/**",
                "https://builder.api.internal/**",
                "**")) {
            PolicySnapshot policy =
                    snapshot(compiled("{\"net.fetch\": [\"" + pattern + "\"]}", harness("[build]"), null, PROFILES));
            assertThat(asked(policy, "POST builder.api.internal/build"))
                    .as(pattern)
                    .isEqualTo("no_grant");
        }
    }

    @Test
    void aPolicyForTheAliasMeansTheServerOfThatPort() {
        String policy = """
                version: 1
                network_policies:
                  host:
                    endpoints:
                      - {host: host.openshell.internal, ports: [9001, 9009], protocol: rest, access: read-only}
                """;
        Compilation<SandboxPolicy> compiled = compiled(null, harness("[]"), policy, PROFILES);
        assertThat(asked(snapshot(compiled), "GET builder.api.internal/x")).isEqualTo("granted");
        assertThat(asked(snapshot(compiled), "GET push.api.internal/x")).isEqualTo("no_grant");
        assertThat(((Compilation.Ready<SandboxPolicy>) compiled).diagnostics())
                .anySatisfy(warning -> assertThat(warning.code() + " " + warning.line() + " " + warning.message())
                        .startsWith("NO_SERVER 5 host.openshell.internal:9009"));
    }

    @Test
    void aDenyOfThePolicyWinsWhateverNameItUses() {
        String policy = """
                version: 1
                network_policies:
                  host:
                    endpoints:
                      - {host: host.openshell.internal, port: 9001, protocol: rest, access: read-only, deny_rules: [{method: POST, path: /build}]}
                """;
        PolicySnapshot made = snapshot(compiled(null, harness("[build]"), policy, PROFILES));
        assertThat(asked(made, "POST builder.api.internal/build")).isEqualTo("policy_deny");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{host: push.api.internal, port: 80, access: full}",
                "{host: build.example.com, port: 443, access: full}",
                "{host: host.openshell.internal, port: 9002, access: full}",
                "{host: host.openshell.internal, ports: [9001, 9002], access: full}",
                "{host: host.openshell.internal, port: 80, access: full}",
                "{host: builder.api.internal, port: 9002, access: full}",
                "{host: \"*.api.internal\", port: 80, access: full}",
                "{host: x.builder.api.internal, port: 80, access: full}",
                "{host: builder.api.internal, port: 80, protocol: tcp}",
                "{port: 80, access: full, allowed_ips: [10.0.0.0/24]}",
            })
    void aProfileOfAServerSpeaksOfNothingElse(String endpoint) {
        String profile = "id: build\nendpoints:\n  - " + endpoint + "\n";
        assertThat(errors(compiled(null, harness("[build]"), null, Map.of("profiles/build.yaml", profile))))
                .containsExactly("profiles/build.yaml:3:5 OTHER_SERVER");
    }

    @Test
    void aProfileOfTwoServersIsOneOfThemAtMost() {
        String both = HARNESS.replace("PROFILES", "[build]").replace("port: 9002}", "port: 9002, providers: [build]}");
        assertThat(errors(compiled(null, both, null, PROFILES)))
                .containsExactly("profiles/build.yaml:3:5 OTHER_SERVER");
    }

    /** Attaching it to the run as well does not widen it. */
    @Test
    void aProfileOfAServerIsJudgedSoHoweverOftenItIsAttached() {
        String wide = "id: build\nendpoints: [{host: evil.test, port: 443, access: full}]\n";
        String harness = harness("[build]") + "openshell: {profiles: [build]}\n";
        assertThat(errors(compiled(null, harness, null, Map.of("profiles/build.yaml", wide))))
                .containsExactly("profiles/build.yaml:2:13 OTHER_SERVER");
    }

    @Test
    void aChosenPortHasNoAlias() {
        String chosen = harness("[build]").replace("9001", "0");
        String profile = "id: build\nendpoints: [{host: host.openshell.internal, port: 9001, access: full}]\n";
        assertThat(errors(compiled(null, chosen, null, Map.of("profiles/build.yaml", profile))))
                .containsExactly("profiles/build.yaml:2:13 OTHER_SERVER");
        assertThat(asked(snapshot(compiled(null, chosen, null, PROFILES)), "POST builder.api.internal/build"))
                .isEqualTo("granted");
    }

    private static String harness(String profiles) {
        return HARNESS.replace("PROFILES", profiles);
    }

    private static PolicySnapshot attached(String profiles) {
        return snapshot(compiled(null, harness(profiles), null, PROFILES));
    }

    private static Compilation<SandboxPolicy> compiled(
            @Nullable String lease, String harness, @Nullable String policy, Map<String, String> files) {
        return CompiledHarnesses.compiled(
                lease, harness, policy, new HarnessFiles(files, List.of(), null), Lent.NOTHING);
    }

    private static String asked(PolicySnapshot policy, String request) {
        String[] words = request.split(" ", 2);
        var url =
                ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse("http://" + words[1], Dialect.WIRE)).value();
        Decision decision = policy.decide(
                CanonicalRequest.http(url.scheme(), url.host(), url.port(), words[0], url.path(), url.query()));
        return decision.reason().word();
    }
}
