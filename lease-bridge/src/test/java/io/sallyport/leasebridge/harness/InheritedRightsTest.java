package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a base, a list of the organisation and variables open, and what they do not. */
final class InheritedRightsTest extends HarnessReadings {
    @Test
    void aBaseOpensNothingForItsChild() {
        String base = HEAD + "allowed_remote_resources: [\"https://github.com/evil/\"]\nallow_runtime_fetch: true\n"
                + "max_runtime_fetches: 1000\n";
        Harness harness = over(base, "model: m\n");
        assertThat(harness.grants()).isEmpty();
        assertThat(harness.runtimeFetch().isAllowed()).isFalse();
        assertThat(harness.runtimeFetch().most()).isEqualTo(10);
        assertThat(errorsOver(base, "allow_runtime_fetch: true\n")).containsExactly("harness:2:1 NO_ALLOWLIST");
        assertThat(over(base, "allowed_remote_resources: [\"https://github.com/acme/\"]\n")
                        .runtimeFetch()
                        .allowlist())
                .isEqualTo(AllowlistEntry.all(List.of("https://github.com/acme/")));
    }

    @Test
    void theForgePartOfABaseOpensNothingEither() {
        String base = HEAD + "forge: {github: {readonly_repo: false}}\n";
        Harness harness = harness("base: b\nreadonly_repo: true\n", Map.of("b", base), Platform.GITHUB);
        assertThat(field(harness, "readonly_repo")).isEqualTo("true");
    }

    @Test
    void aSkillOfABaseLiesUnderTheAllowlistOfTheChild() {
        String skill = "skills: [\"https://github.com/evil/x/tree/main/y#sha256=" + "a".repeat(64) + "\"]\n";
        String base = HEAD + "allowed_remote_resources: [\"https://github.com/evil/\"]\n" + skill;
        assertThat(errorsOver(base, "model: m\n")).containsExactly("base.yaml:4:10 NOT_ALLOWED");
        assertThat(errorsOver(base, "allowed_remote_resources: [\"https://github.com/acme/\"]\n"))
                .containsExactly("base.yaml:4:10 NOT_ALLOWED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enabled: false",
                "fail_mode: open",
                "host_scanners: {secret_redactor: false}",
                "host_scanners: {ssrf_validator: {enabled: false}}",
                "host_scanners: {llm_guard: {enabled: false}}",
                "host_scanners: {llm_guard: {threshold: 0.93}}",
                "host_scanners: {llm_guard: {match_type: full}}",
                "sandbox_hooks: {tirith: {enabled: false}}",
                "sandbox_hooks: {tirith: {fail_on: critical}}",
                "sandbox_hooks: {canary_pretool: false}",
                "escalation: {on_critical: review}",
            })
    void aBaseLoosensNothingForASilentChild(String security) {
        String base = HEAD + "security: {" + security + "}\n";
        assertThat(errorsOver(base, "model: m\n")).singleElement().asString().matches("base.yaml:3:\\d+ LOOSENED");
        assertThat(field(over(base, "security: {trace: t}\n"), "security")).isEqualTo("{trace: t}");
        assertThat(field(over(base, "security: {inherit: true}\n"), "security")).endsWith("inherit: true}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enabled: true",
                "fail_mode: closed",
                "host_scanners: {llm_guard: {threshold: 0.5}}",
                "sandbox_hooks: {tirith: {fail_on: medium}}",
                "sandbox_hooks: {tool_allowlist_pretool: {enabled: false}}",
                "trace: t",
            })
    void whatIsNotLooserIsInherited(String security) {
        assertThat(field(over(HEAD + "security: {" + security + "}\n", "model: m\n"), "security"))
                .isNotEqualTo("-");
    }

    @Test
    void neitherABaseNorItsForgePartSaysInheritForTheChild() {
        String base = HEAD + "security: {inherit: true, fail_mode: open}\n";
        assertThat(errorsOver(base, "model: m\n")).containsExactly("base.yaml:3:38 LOOSENED");
        String forge = HEAD + "forge: {github: {security: {inherit: true, fail_mode: open}}}\n";
        assertThat(errors(read("base: b\nsecurity: {trace: t}\n", Map.of("b", forge), Platform.GITHUB)))
                .containsExactly("b:3:55 LOOSENED");
    }

    @Test
    void theHarnessItselfMayLoosen() {
        assertThat(field(over(HEAD, "security: {fail_mode: open}\n"), "security"))
                .isEqualTo("{fail_mode: open}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://github.com/acme/ | https://github.com/acme/ | true",
                "https://github.com/acme/ | https://github.com/acme/skills/ | true",
                "https://github.com/acme/skills/ | https://github.com/acme/ | false",
                "https://github.com/acme/ | https://github.com/acmex/ | false",
                "https://github.com/acme/ | https://evil.example/acme/ | false",
                "'' | https://github.com/acme/ | false",
            })
    void theOrganisationsListIsAskedForLocalSkillsToo(String organisation, String entry, boolean allowed) {
        var list = OrganisationAllowlist.of(organisation.isEmpty() ? List.of() : List.of(organisation));
        var context = new HarnessContext(
                new HarnessSettings(false, list, Lent.NOTHING, Forges.PUBLIC), GivenDocuments.NONE, null, false);
        String yaml =
                HEAD + "skills: [skills/local]\nallow_runtime_fetch: true\nallowed_remote_resources: [" + entry + "]\n";
        HarnessReader.Result result = HarnessReader.read("harness", yaml, context);
        if (allowed) {
            assertThat(result).isInstanceOf(HarnessReader.Read.class);
        } else {
            assertThat(errors(result)).containsExactly("harness:5:28 NOT_IN_ORGANISATION");
        }
    }

    @Test
    void anEmptyListOfTheOrganisationDeniesAllAndStillTakesAHarnessThatAsksForNothing() {
        var context = new HarnessContext(
                new HarnessSettings(false, OrganisationAllowlist.of(List.of()), Lent.NOTHING, Forges.PUBLIC),
                GivenDocuments.NONE,
                null,
                false);
        assertThat(HarnessReader.read("harness", HEAD, context)).isInstanceOf(HarnessReader.Read.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "env: {sandbox: {A: '${KNOWN}'}} | -",
                "env: {sandbox: {A: 'x${KNOWN}y${PATH}'}} | harness:3:20 UNKNOWN_VARIABLE",
                "env: {runner: {A: '${PATH}'}} | harness:3:19 UNKNOWN_VARIABLE",
                "runner_env: {A: '${PATH}'} | harness:3:17 UNKNOWN_VARIABLE",
                "env: {runner: {A: '${'}} | harness:3:19 BAD_VALUE",
                "env: {runner: {A: '${A:-b}'}} | harness:3:19 BAD_VALUE",
                "api_servers: [{name: a, script: s, port: 0, env: {A: '${PATH}'}}] | harness:3:54 UNKNOWN_VARIABLE",
                "host_files: [{src: '${PATH}', dest: /x}] | harness:3:20 UNKNOWN_VARIABLE",
                "host_files: [{src: '${PATH}', dest: /x, optional: true}] | -",
                "forge: {github: {env: {sandbox: {A: '${PATH}'}}}} | harness:3:37 UNKNOWN_VARIABLE",
            })
    void variablesAreNamedOnlyWhereTheyAreKnown(String yaml, String error) {
        Platform platform = yaml.startsWith("forge") ? Platform.GITHUB : null;
        HarnessReader.Result result = read(HEAD + yaml + "\n", Map.of(), platform);
        if (error.equals("-")) {
            assertThat(result).isInstanceOf(HarnessReader.Read.class);
        } else {
            assertThat(errors(result)).containsExactly(error);
            assertThat(result.diagnostics().toString())
                    .doesNotContain(System.getenv().getOrDefault("PATH", "/bin"));
        }
    }
}
