package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.model.Sha256;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InheritanceTest extends HarnessReadings {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "model: a | model: b | model | b",
                "model: a | model: '' | model | a",
                "model: a | model: | model | a",
                "timeout_minutes: 30 | timeout_minutes: 0 | timeout_minutes | 30",
                "timeout_minutes: 30 | timeout_minutes: 5 | timeout_minutes | 5",
                "plugins: [a, b] | plugins: [c] | plugins | [a, b, c]",
                "skills: [s/a, s/b] | skills: [c, t/a] | skills | [t/a, s/b, c]",
                "skills: [{s/a: {x: y, z: w}}] | skills: [{t/a: {x: v}}] | skills | [{t/a: {x: v, z: w}}]",
                "skills: [{s/a: {x: y}}] | skills: [{t/a: {x: null}}] | skills | [{t/a: {x: null}}]",
                "skills: [{s/a: {x: y}}] | skills: [t/a] | skills | [{t/a: {x: y}}]",
                "skills: [s/a] | skills: [{t/a: {x: y}}] | skills | [{t/a: {x: y}}]",
                "host_files: [{src: a, dest: /x}, {src: b, dest: /y}] | host_files: [{src: c, dest: /x}] | host_files"
                        + " | [{src: c, dest: /x}, {src: b, dest: /y}]",
                "env: {runner: {A: 1, B: 2}} | env: {runner: {A: ''}, sandbox: {C: 0}} | env"
                        + " | {runner: {A: , B: 2}, sandbox: {C: 0}}",
                "runner_env: {A: 1} | env: {runner: {B: 2}} | env | {runner: {A: 1, B: 2}}",
                "env: {runner: {A: 1}} | runner_env: {A: 2} | env | {runner: {A: 2}}",
                "validation_loop: {script: a, schema: b} | validation_loop: {script: c} | validation_loop | {script: c}",
                "validation_loop: {script: a} | model: m | validation_loop | {script: a}",
                "security: {trace: x, fail_mode: closed} | security: {trace: y} | security | {trace: y}",
                "security: {trace: x, fail_mode: open} | security: {inherit: true} | security"
                        + " | {trace: x, fail_mode: open, inherit: true}",
                "readonly_repo: true | model: m | readonly_repo | -",
                "trigger: a | model: m | trigger | -",
            })
    void fieldsAreLaidOverEachOtherEachInItsWay(String base, String child, String key, String expected) {
        assertThat(field(over(HEAD + base, child), key)).isEqualTo(expected);
    }

    @Test
    void aChildWithoutAgentAndRoleHasThoseOfItsBase() {
        Harness harness = over(HEAD, "model: m\n");
        assertThat(harness.agent()).isEqualTo("agents/fix.md");
        assertThat(harness.role()).isEqualTo("fixer");
        assertThat(errorsOver("model: m\n", "slug: s\n"))
                .containsExactly("harness:1:1 MISSING_KEY", "harness:1:1 MISSING_KEY");
    }

    @Test
    void everyValueKnowsWhereItComesFrom() {
        Harness harness = harness(
                "base: base.yaml\nmodel: m\nforge:\n  github:\n    slug: s\n",
                Map.of("base.yaml", HEAD + "env: {sandbox: {A: b}}\n"),
                Platform.GITHUB);
        Mapping effective = harness.effective();
        assertThat(origin(effective, "agent")).isEqualTo("base.yaml:1:8 (base)");
        assertThat(origin(effective, "model")).isEqualTo("harness:2:8 (child)");
        assertThat(origin(effective, "slug")).isEqualTo("harness:5:11 (forge)");
        assertThat(origin(effective.mapping("env").mapping("sandbox"), "A")).isEqualTo("base.yaml:3:20 (base)");
    }

    @Test
    void aForgePartLiesOnTop() {
        String yaml = HEAD + "model: a\nforge: {github: {model: b, role: other}, jira: null}\n";
        assertThat(field(harness(yaml, Map.of(), Platform.GITHUB), "model")).isEqualTo("b");
        assertThat(harness(yaml, Map.of(), Platform.GITHUB).role()).isEqualTo("other");
        assertThat(field(harness(yaml, Map.of(), null), "model")).isEqualTo("a");
        assertThat(field(harness(yaml, Map.of(), Platform.JIRA), "model")).isEqualTo("a");
        assertThat(errors(read(yaml, Map.of(), Platform.GITLAB))).containsExactly("harness:1:1 NO_FORGE_PART");
        assertThat(errors(read(HEAD, Map.of(), Platform.GITLAB))).containsExactly("harness:1:1 NO_FORGE_PART");
    }

    @Test
    void forgePartsOfBaseAndChildLieOverEachOther() {
        String base = HEAD + "forge: {github: {model: a, slug: s}}\n";
        Harness harness = harness("base: b\nforge: {github: {model: c}}\n", Map.of("b", base), Platform.GITHUB);
        assertThat(field(harness, "model")).isEqualTo("c");
        assertThat(field(harness, "slug")).isEqualTo("s");
    }

    @Test
    void fiveBasesAreReadAndNoSixth() {
        Map<String, String> given = new HashMap<>();
        for (int i = 1; i <= 6; i++) {
            given.put("b" + i, HEAD + "base: b" + (i + 1) + "\nslug: s" + i + "\n");
        }
        assertThat(errors(read("base: b1\n", given, null))).containsExactly("b5:3:7 TOO_DEEP");
        given.put("b5", HEAD + "slug: deep\ndoc: five\n");
        assertThat(field(harness("base: b1\n", given, null), "doc")).isEqualTo("five");
        assertThat(field(harness("base: b1\n", given, null), "slug")).isEqualTo("s1");
    }

    @Test
    void aBaseBelowItselfIsRefused() {
        String harness = HEAD + "base: a\n";
        assertThat(errors(read(harness, Map.of("a", harness), null))).containsExactly("harness:3:7 CIRCLE");
        assertThat(errors(read(harness, Map.of("a", HEAD + "base: b\n", "b", HEAD + "base: a\n"), null)))
                .containsExactly("a:3:7 CIRCLE");
    }

    @Test
    void whatIsNotThereAndWhatIsPinnedOtherwiseAreOneAnswer() {
        String pin = "https://host.example/b.yaml#sha256=" + Sha256.hexOf(HEAD);
        assertThat(harness("base: " + pin + "\n", Map.of("any name", HEAD), null)
                        .role())
                .isEqualTo("fixer");
        for (String base : List.of("/etc/passwd", "nothing.yaml", pin)) {
            HarnessReader.Result refused = read("base: " + base + "\n", Map.of("b.yaml", HEAD + "\n"), null);
            assertThat(errors(refused)).containsExactly("harness:1:7 UNRESOLVED_BASE");
            assertThat(refused.diagnostics().getFirst().message().replace(base, "X"))
                    .isEqualTo("base: it does not come with the harness, and nothing is opened for it: \"X\"");
        }
    }

    @Test
    void aUrlWithoutAPinIsRefusedAlsoWhereItsTextIsThere() {
        assertThat(errors(read("base: https://h/b.yaml\n", Map.of("https://h/b.yaml", HEAD), null)))
                .containsExactly("harness:1:7 BAD_URL");
    }

    @Test
    void allErrorsOfAllDocumentsAreToldAtOnce() {
        assertThat(errorsOver(
                        HEAD + "effort: no\npre_script: ../x\nnosuch: 1\n",
                        "role: R\neffort: no\nallow_runtime_fetch: true\n"))
                .containsExactlyInAnyOrder(
                        "harness:2:7 BAD_VALUE",
                        "harness:3:9 BAD_VALUE",
                        "harness:4:1 NO_ALLOWLIST",
                        "base.yaml:3:9 BAD_VALUE",
                        "base.yaml:4:13 BAD_PATH",
                        "base.yaml:5:1 UNKNOWN_KEY");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plugins: [a/x] | plugins: [b/x] | harness:2:11 DUPLICATE_MEMBER",
                "providers: [x] | providers: [x] | harness:2:13 DUPLICATE_MEMBER",
                "openshell: {profiles: [x]} | openshell: {profiles: [x]} | harness:2:24 DUPLICATE_MEMBER",
                "api_servers: [{name: a, script: s, port: 0}] | api_servers: [{name: a, script: t, port: 0}]"
                        + " | harness:2:22 DUPLICATE_MEMBER",
                "api_servers: [{name: a, script: s, port: 2000}] | api_servers: [{name: b, script: t, port: 2000}]"
                        + " | harness:2:42 DUPLICATE_MEMBER",
                "api_servers: [{name: a, script: s, port: 2000}] | api_servers: [{name: b, script: t, port: 02000}]"
                        + " | harness:2:42 DUPLICATE_MEMBER",
            })
    void whatIsConcatenatedStandsOnce(String base, String child, String error) {
        assertThat(errorsOver(HEAD + base, child)).contains(error);
    }

    @Test
    void twoSkillsOfOneNameInOneDocumentAreRefused() {
        assertThat(errors(read(HEAD + "skills: [a/x, b/x]\n", Map.of(), null)))
                .containsExactly("harness:3:15 DUPLICATE_MEMBER");
    }

    @Test
    void anUnknownKeyIsAWarningOnlyWhereTheOperatorSaysSo() {
        var warn = new HarnessSettings(true, OrganisationAllowlist.UNSET, Lent.NOTHING, Forges.PUBLIC);
        var context = new HarnessContext(warn, GivenDocuments.NONE, null, false);
        HarnessReader.Result result = HarnessReader.read("harness", HEAD + "sandbox: {}\n", context);
        assertThat(result).isInstanceOf(HarnessReader.Read.class);
        assertThat(result.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo("UNKNOWN_KEY");
            assertThat(d.isError()).isFalse();
        });
    }

    @Test
    void aliasesThatMultiplyAreRefused() {
        String bomb = HEAD + "doc: &a [x, x, x, x, x, x, x, x, x, x]\n";
        StringBuilder yaml = new StringBuilder(bomb);
        String last = "a";
        for (String key : List.of("slug", "model", "image", "description", "effort", "policy")) {
            yaml.append(key)
                    .append(": &")
                    .append(key)
                    .append(" [")
                    .append(("*" + last + ", ").repeat(10))
                    .append("]\n");
            last = key;
        }
        assertThat(errors(read(yaml.toString(), Map.of(), null)))
                .singleElement()
                .asString()
                .endsWith("TOO_LARGE");
        assertThat(errorsOver(yaml.toString(), HEAD)).singleElement().asString().endsWith("TOO_LARGE");
    }

    @Test
    void aMergeKeyOfYamlIsAnUnknownKeyAndAKeyStandsOnce() {
        assertThat(errors(read(HEAD + "env: &e {sandbox: {}}\nsecurity: {<<: *e}\n", Map.of(), null)))
                .containsExactly("harness:4:12 UNKNOWN_KEY");
        assertThat(errors(read(HEAD + "role: admin\n", Map.of(), null)))
                .containsExactly("harness:3:1 DUPLICATE_MEMBER");
        assertThat(errorsOver(HEAD + "role: admin\n", "model: m\n")).contains("base.yaml:3:1 DUPLICATE_MEMBER");
    }
}
