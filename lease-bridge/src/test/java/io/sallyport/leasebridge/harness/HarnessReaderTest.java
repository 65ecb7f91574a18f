package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Grant;
import io.sallyport.model.HostPattern;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HarnessReaderTest {
    private static final String HEAD = "agent: agents/fix.md\nrole: fixer\n";
    private static final String PIN = "#sha256=" + "a".repeat(64);

    private static Harness harness(HarnessReader.Result result) {
        return switch (result) {
            case HarnessReader.Read(var harness, var _) -> harness;
            case HarnessReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }

    private static Harness harness(String more) {
        return harness(HarnessReader.read("harness", HEAD + more, false));
    }

    private static List<String> errors(String yaml) {
        HarnessReader.Result result = HarnessReader.read("harness", yaml, false);
        assertThat(result).as(yaml).isInstanceOf(HarnessReader.Refused.class);
        return result.diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(d -> d.line() + ":" + d.column() + " " + d.code())
                .toList();
    }

    private static List<String> warnings(String more) {
        HarnessReader.Result result = HarnessReader.read("harness", HEAD + more, false);
        assertThat(harness(result)).isNotNull();
        return result.diagnostics().stream()
                .map(d -> d.line() + ":" + d.column() + " " + d.code())
                .toList();
    }

    private static Grant.Net fetch(String entry) {
        return (Grant.Net) harness("allowed_remote_resources: [\"" + entry + "\"]")
                .grants()
                .getFirst();
    }

    private static boolean covers(PathPattern pattern, String path) {
        String re2 = pattern.re2();
        List<String> segments =
                ((CanonicalPath.Accepted) CanonicalPath.parse(path)).path().segments();
        List<String> literals = pattern.literals();
        boolean begins = segments.size() >= literals.size()
                && segments.subList(0, literals.size()).equals(literals);
        return begins && (pattern.coversAll() || (re2 != null && com.google.re2j.Pattern.matches(re2, path)));
    }

    @Test
    void theLeastHarnessGrantsNothing() {
        Harness harness = harness("");
        assertThat(harness.grants()).isEmpty();
        assertThat(harness.allowRuntimeFetch()).isFalse();
        assertThat(harness.maxRuntimeFetches()).isEqualTo(10);
        assertThat(harness.agent()).isEqualTo("agents/fix.md");
    }

    @Test
    void anEntryGrantsFetchOnly() {
        Harness harness = harness(
                "allowed_remote_resources:\n- https://github.com/acme/skills/\nallow_runtime_fetch: true\nmax_runtime_fetches: 3\n");
        assertThat(harness.allowRuntimeFetch()).isTrue();
        assertThat(harness.maxRuntimeFetches()).isEqualTo(3);
        assertThat(harness.entries()).containsExactly("https://github.com/acme/skills/");
        assertThat(harness.grants()).singleElement().isInstanceOfSatisfying(Grant.Net.class, net -> {
            assertThat(net.kinds()).containsExactly(RequestKind.FETCH);
            assertThat(net.schemes()).containsExactly(Scheme.HTTPS);
            assertThat(net.ports()).containsExactly(443);
            assertThat(net.host()).isEqualTo(new HostPattern.Exact("github.com"));
            assertThat(net.rule()).isEqualTo("harness:allowed_remote_resources[0]");
            assertThat(net.source()).isEqualTo(Grant.Source.HARNESS);
        });
    }

    @Test
    void readingThroughTheProxyIsGrantedByOptInOnly() {
        HarnessReader.Result result =
                HarnessReader.read("harness", HEAD + "allowed_remote_resources: [\"https://h.example/a/\"]", true);
        assertThat(harness(result).entries()).hasSize(1);
        assertThat(harness(result).grants()).hasSize(2).last().isInstanceOfSatisfying(Grant.Net.class, net -> {
            assertThat(net.kinds()).containsExactlyInAnyOrder(RequestKind.CONNECT, RequestKind.HTTP);
            assertThat(net.methods()).containsExactlyInAnyOrder("GET", "HEAD");
            assertThat(net.path().literals()).containsExactly("a");
            assertThat(net.coversWholeHost()).isFalse();
        });
    }

    @Test
    void anEntryIsAPrefixOfPaths() {
        PathPattern path = fetch("https://h.example/a/b.c/").path();
        assertThat(covers(path, "/a/b.c/")).isTrue();
        assertThat(covers(path, "/a/b.c/d/e")).isTrue();
        assertThat(covers(path, "/a/b.c")).isFalse();
        assertThat(covers(path, "/a/bxc/d")).isFalse();
        assertThat(covers(path, "/A/b.c/d")).isFalse();
        assertThat(covers(path, "/x/a/b.c/d")).isFalse();
        assertThat(fetch("https://h.example/").path()).isEqualTo(PathPattern.ANY);
    }

    @Test
    void forgesFoldTheCaseOfOwnerAndRepositoryOnly() {
        PathPattern path = fetch("https://github.com/Acme/skills/tree/main/").path();
        assertThat(covers(path, "/acme/SKILLS/tree/main/x")).isTrue();
        assertThat(covers(path, "/acme/skills/tree/MAIN/x")).isFalse();
        assertThat(covers(path, "/acme/skillsx/tree/main/x")).isFalse();
        assertThat(covers(fetch("https://github.com/acme/").path(), "/ACME/any/tree"))
                .isTrue();
        assertThat(covers(fetch("https://github.com/acme/").path(), "/acmex/any"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://github.com/acme/",
                "github.com/acme/",
                "https://github.com/acme",
                "https://github.com",
                "https://u@github.com/acme/",
                "https://github.com/acme/?q/",
                "https://github.com/acme/#f/",
                "https://github.com:8443/acme/",
                "https://github.com./acme/",
                "https://github.com/a%25/",
                "https://github.com/a/../b/",
                "https://github.com/a//b/",
                "https://github.com/%2e%2e/",
                "https://github.com/a%2fb/",
                "https://github.com/a;x/b/",
                "https://github.com/%61/",
                "https://github.com/a b/",
                "https://*/",
                "https://*.github.com/",
                "https:///acme/",
                "",
                "https://gïthub.com/",
                "https://github.com\\\\@evil.net/"
            })
    void aMalformedEntryIsRefused(String entry) {
        assertThat(errors(HEAD + "allowed_remote_resources: [\"" + entry + "\"]"))
                .singleElement()
                .asString()
                .endsWith("BAD_ENTRY");
    }

    @Test
    void aStarInAnEntryIsALiteralCharacter() {
        assertThat(covers(fetch("https://h.example/a*/").path(), "/ab/x")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "role: r | 1:1 MISSING_KEY",
                "agent: a.md | 1:1 MISSING_KEY",
                "agent:\\nrole: r | 1:1 MISSING_KEY",
                "agent: a b.md\\nrole: r | 1:8 BAD_VALUE",
                "agent: x/\\nrole: r | 1:8 BAD_VALUE",
                "agent: ../a.md\\nrole: r | 1:8 BAD_PATH",
                "agent: https://h/a.md\\nrole: r | 1:8 BAD_URL",
                "agent: a.md\\nrole: R | 2:7 BAD_VALUE",
                "agent: a.md\\nrole: a--b | 2:7 BAD_VALUE",
                "agent: a.md\\nrole: [r] | 2:7 BAD_VALUE",
                "H:sandbox: {} | 3:1 UNKNOWN_KEY",
                "H:network: {} | 3:1 UNKNOWN_KEY",
                "H:allow_runtime_fetchs: true | 3:1 UNKNOWN_KEY",
                "H:allow_runtime_fetch: true | 3:1 NO_ALLOWLIST",
                "H:allow_runtime_fetch: \"true\" | 3:22 BAD_VALUE",
                "H:allow_runtime_fetch: yes | 3:22 BAD_VALUE",
                "H:allow_runtime_fetch: 1 | 3:22 BAD_VALUE",
                "H:max_runtime_fetches: 5 | 3:1 NO_OPT_IN",
                "H:max_runtime_fetches: 0 | 3:22 BAD_VALUE",
                "H:max_runtime_fetches: 1001 | 3:22 BAD_VALUE",
                "H:max_runtime_fetches: 1e2 | 3:22 BAD_VALUE",
                "H:max_runtime_fetches: 99999999999999999999 | 3:22 BAD_VALUE",
                "H:max_runtime_fetches: ten | 3:22 BAD_VALUE",
                "H:allowed_remote_resources: https://h/ | 3:27 BAD_VALUE",
                "H:allowed_remote_resources: [1, {}] | 3:31 BAD_VALUE",
                "H:base: b.yaml | 3:7 UNRESOLVED_BASE",
                "H:policy: p.yaml | 3:9 NOT_OPENED",
                "H:forge: {github: {policy: p.yaml}} | 3:26 NOT_CHOSEN",
                "H:forge: {bitbucket: {}} | 3:9 UNKNOWN_KEY",
                "H:forge: {github: {allow_runtime_fetch: true}} | 3:18 UNKNOWN_KEY",
                "H:effort: extreme | 3:9 BAD_VALUE",
                "H:timeout_minutes: -1 | 3:18 BAD_VALUE",
                "H:sandbox_timeout_seconds: 29 | 3:26 BAD_VALUE",
                "H:sandbox_timeout_seconds: 601 | 3:26 BAD_VALUE",
                "H:readonly_repo: maybe | 3:16 BAD_VALUE",
                "H:security: {fail_mode: ajar} | 3:23 BAD_VALUE",
                "H:security: {host_scanners: {llm_guard: {threshold: 2}}} | 3:51 BAD_VALUE",
                "H:pre_script: https://h/x.sh | 3:13 BAD_URL",
                "H:post_script: ../../x.sh | 3:14 BAD_PATH",
                "H:host_files: [{src: https://h/x, dest: /a}] | 3:20 BAD_URL",
                "H:host_files: [{src: a}] | 3:14 MISSING_KEY",
                "H:host_files: [{dest: a}] | 3:14 MISSING_KEY",
                "H:validation_loop: {max_iterations: 1} | 3:18 MISSING_KEY",
                "H:api_servers: [{name: a, script: https://h/s, port: 0}] | 3:33 BAD_URL",
                "H:api_servers: [{name: a, script: s, port: 80}] | 3:42 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0}, {name: a, script: s, port: 0}] | 3:53 DUPLICATE_MEMBER",
                "H:api_servers: [{name: a, script: s, port: 2000}, {name: b, script: s, port: 2000}] | 3:76 DUPLICATE_MEMBER",
                "H:env: {sandbox: {FULLSEND_FETCH_URL: x}} | 3:17 RESERVED_NAME",
                "H:env: {sandbox: {FULLSEND_FETCH_TOKEN: x}} | 3:17 RESERVED_NAME",
                "H:env: {other: {}} | 3:7 UNKNOWN_KEY",
                "H:skills: [https://github.com/a/b/tree/main/c] | 3:10 BAD_URL",
                "H:skills: [{a: {}, b: {}}] | 3:10 BAD_VALUE",
                "H:skills: [{a: {../b: c}}] | 3:15 BAD_PATH",
                "H:skills: [{a: {b: ../c}}] | 3:18 BAD_PATH",
                "H:providers: [https://h/p.yaml] | 3:13 BAD_URL",
                "H:providers: [dir/p.yaml] | 3:13 NOT_OPENED",
                "H:providers: [github] | 3:13 NOT_OPENED",
                "H:openshell: {profiles: [p/q.yaml]} | 3:24 NOT_OPENED",
            })
    void eachRuleHasItsRefusalWithItsPlace(String yaml, String error) {
        String text = (yaml.startsWith("H:") ? HEAD + yaml.substring(2) : yaml).replace("\\n", "\n");
        assertThat(errors(text)).contains(error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://h.example/a/b/tree/main/c",
                "https://github.com/a/b/blob/main/c.md",
                "https://github.com/a/b",
                "https://github.com/a/b/tree/main",
                "https://github.com/a/b/tree/main/",
                "http://github.com/a/b/tree/main/c",
                "https://github.com/a/b/tree/../c/d"
            })
    void aSkillUrlIsADirectoryOnAForge(String url) {
        assertThat(errors(HEAD + "allowed_remote_resources: [\"https://github.com/a/\"]\nskills: [\"" + url + PIN
                        + "\"]"))
                .containsExactly("4:10 BAD_URL");
    }

    @Test
    void aSkillUrlLiesUnderTheHarnessOwnAllowlist() {
        String skill = "skills: [\"https://github.com/acme/skills/tree/main/x" + PIN + "\"]";
        assertThat(harness("allowed_remote_resources: [\"https://github.com/acme/\"]\n" + skill)
                        .grants())
                .hasSize(1);
        assertThat(errors(HEAD + "allowed_remote_resources: [\"https://github.com/other/\"]\n" + skill))
                .containsExactly("4:10 NOT_ALLOWED");
        assertThat(errors(HEAD + skill)).containsExactly("3:10 NOT_ALLOWED");
    }

    @Test
    void whatTheGatewayDoesNotReadIsSaidSo() {
        assertThat(warnings("runner_env: {A: b}\n")).containsExactly("3:1 DEPRECATED");
        assertThat(warnings("env: {runner: {A: 1, B: true}}\n")).isEmpty();
    }

    @Test
    void aVariableIsNeverExpanded() {
        HarnessReader.Result result = HarnessReader.read("harness", HEAD + "env: {sandbox: {A: \"${PATH}\"}}\n", false);
        assertThat(result.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo("UNKNOWN_VARIABLE");
            assertThat(d.toString()).doesNotContain(System.getenv().getOrDefault("PATH", "/bin"));
        });
    }

    @Test
    void everyFieldOfTheTableIsKnown() {
        String all = """
                slug: s
                doc: d
                description: |
                  many
                  lines
                image: i
                model: m
                trigger: "event.kind == 'push'"
                effort: high
                skills: [skills/a, {skills/b: {SKILL.md: other.md, x: null}}]
                plugins: [plugins/a]
                openshell: {profiles: []}
                host_files: [{src: a, dest: /b, expand: true, optional: false}]
                api_servers: [{name: build, script: s, port: 0, env: {A: b}}]
                pre_script: a
                post_script: b
                agent_input: c
                validation_loop: {script: a, schema: b, max_iterations: 3, feedback_mode: x, preflight_check: true}
                env: {runner: {A: b}, sandbox: {C: d}}
                timeout_minutes: 0
                sandbox_timeout_seconds: 30
                readonly_repo: true
                security:
                  enabled: true
                  fail_mode: open
                  host_scanners: {unicode_normalizer: true, context_injection: true, ssrf_validator: true, secret_redactor: true,
                    llm_guard: {enabled: true, threshold: 0.92, match_type: full}}
                  sandbox_hooks: {tirith: {enabled: true, fail_on: high}, ssrf_pretool: true, canary_pretool: false,
                    tool_allowlist_pretool: {enabled: false}}
                  escalation: {on_critical: halt, review_label: l}
                  trace: true
                allowed_remote_resources: []
                allow_runtime_fetch: false
                forge: {github: {model: m, env: {sandbox: {A: b}}}, gitlab: {}, jira: null}
                """;
        assertThat(harness(all).grants()).isEmpty();
    }
}
