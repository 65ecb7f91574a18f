package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Grant;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
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
        return harness(HarnessReader.read("harness", HEAD + more, HarnessContext.alone(false)));
    }

    private static List<String> errors(String yaml) {
        HarnessReader.Result result = HarnessReader.read("harness", yaml, HarnessContext.alone(false));
        assertThat(result).as(yaml).isInstanceOf(HarnessReader.Refused.class);
        return result.diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(d -> d.line() + ":" + d.column() + " " + d.code())
                .toList();
    }

    private static List<String> warnings(String more) {
        HarnessReader.Result result = HarnessReader.read("harness", HEAD + more, HarnessContext.alone(false));
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

    @Test
    void theLeastHarnessGrantsNothing() {
        Harness harness = harness("");
        assertThat(harness.grants()).isEmpty();
        assertThat(harness.runtimeFetch().isAllowed()).isFalse();
        assertThat(harness.runtimeFetch().most()).isEqualTo(10);
        assertThat(harness.agent()).isEqualTo("agents/fix.md");
    }

    @Test
    void anEntryGrantsFetchOnly() {
        Harness harness = harness(
                "allowed_remote_resources:\n- https://github.com/acme/skills/\nallow_runtime_fetch: true\nmax_runtime_fetches: 3\n");
        assertThat(harness.runtimeFetch().isAllowed()).isTrue();
        assertThat(harness.runtimeFetch().most()).isEqualTo(3);
        assertThat(harness.runtimeFetch().allowlist())
                .isEqualTo(AllowlistEntry.all(List.of("https://github.com/acme/skills/")));
        assertThat(harness.grants()).singleElement().isInstanceOfSatisfying(Grant.Net.class, net -> {
            assertThat(net.kinds()).containsExactly(RequestKind.FETCH);
            assertThat(net.schemes()).containsExactly(Scheme.HTTPS);
            assertThat(net.ports()).containsExactly(443);
            assertThat(net.host()).isEqualTo(new HostPattern.Exact("github.com"));
            assertThat(net.rule()).isEqualTo("harness:allowed_remote_resources[0]");
            assertThat(net.source()).isEqualTo(Grant.Source.HARNESS);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "doc: x | true",
                "security: {fail_mode: closed} | true",
                "security: {fail_mode: open} | false",
                "security: {enabled: false} | true",
                "security: {enabled: false, fail_mode: open} | false",
            })
    void onlyTheWordOpenLetsThroughWhatAScanBlocks(String written, boolean closed) {
        assertThat(harness(written + "\n").runtimeFetch().failsClosed()).isEqualTo(closed);
    }

    @Test
    void readingThroughTheProxyIsGrantedByOptInOnly() {
        HarnessReader.Result result = HarnessReader.read(
                "harness", HEAD + "allowed_remote_resources: [\"https://h.example/a/\"]", HarnessContext.alone(true));
        assertThat(harness(result).runtimeFetch().allowlist()).hasSize(1);
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
        assertThat(HarnessReadings.covers(path, "/a/b.c/")).isTrue();
        assertThat(HarnessReadings.covers(path, "/a/b.c/d/e")).isTrue();
        assertThat(HarnessReadings.covers(path, "/a/b.c")).isFalse();
        assertThat(HarnessReadings.covers(path, "/a/bxc/d")).isFalse();
        assertThat(HarnessReadings.covers(path, "/A/b.c/d")).isFalse();
        assertThat(HarnessReadings.covers(path, "/x/a/b.c/d")).isFalse();
        assertThat(fetch("https://h.example/").path()).isEqualTo(PathPattern.ANY);
    }

    @Test
    void forgesFoldTheCaseOfOwnerAndRepositoryOnly() {
        PathPattern path = fetch("https://github.com/Acme/skills/tree/main/").path();
        assertThat(HarnessReadings.covers(path, "/acme/SKILLS/tree/main/x")).isTrue();
        assertThat(HarnessReadings.covers(path, "/acme/skills/tree/MAIN/x")).isFalse();
        assertThat(HarnessReadings.covers(path, "/acme/skillsx/tree/main/x")).isFalse();
        assertThat(HarnessReadings.covers(fetch("https://github.com/acme/").path(), "/ACME/any/tree"))
                .isTrue();
        assertThat(HarnessReadings.covers(fetch("https://github.com/acme/").path(), "/acmex/any"))
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
                "https://github.com.:443/acme/",
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
        assertThat(HarnessReadings.covers(fetch("https://h.example/a*/").path(), "/ab/x"))
                .isFalse();
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
                "H:api_servers: [{name: a-, script: s, port: 0}] | 3:22 BAD_VALUE",
                "H:api_servers: [{name: xn--a, script: s, port: 0}] | 3:22 BAD_VALUE",
                "H:api_servers: [{name: xn--bcher-kva, script: s, port: 0}] | 3:22 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0, env: {A-B: x}}] | 3:51 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0, env: {A: x, 1A: x}}] | 3:57 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0, env: {'': x}}] | 3:51 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0, env: {A=B: x}}] | 3:51 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0, env: {A: \"x\\0y\"}}] | 3:54 BAD_VALUE",
                "H:api_servers: [{name: a, script: s, port: 0, token: env}] | 3:52 BAD_VALUE",
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

    /** Whoever writes the harness picks among the operator's programs, and is not to say what these run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PATH",
                "Path",
                "HOME",
                "SHELL",
                "IFS",
                "ENV",
                "BASH_ENV",
                "LD_PRELOAD",
                "LD_AUDIT",
                "LD_LIBRARY_PATH",
                "DYLD_INSERT_LIBRARIES",
                "GLIBC_TUNABLES",
                "GCONV_PATH",
                "HTTPS_PROXY",
                "https_proxy",
                "NO_PROXY",
                "NODE_OPTIONS",
                "NODE_EXTRA_CA_CERTS",
                "PYTHONPATH",
                "PYTHONSTARTUP",
                "PYTHONHOME",
                "PYTHONWARNINGS",
                "RUBYOPT",
                "RUBYLIB",
                "PERL5OPT",
                "PERL5LIB",
                "JAVA_TOOL_OPTIONS",
                "JDK_JAVA_OPTIONS",
                "_JAVA_OPTIONS",
                "JAVA_OPTIONS",
                "CLASSPATH",
                "BUN_OPTIONS",
                "SSL_CERT_FILE",
                "SSL_CERT_DIR",
                "CURL_CA_BUNDLE",
                "REQUESTS_CA_BUNDLE",
                "OPENSSL_CONF",
                "GIT_SSH_COMMAND",
                "GIT_ASKPASS",
                "GIT_CONFIG_COUNT",
                "GIT_EXEC_PATH",
                "GIT_PROXY_COMMAND",
                "FULLSEND_FETCH_URL",
                "SALLYPORT_RUN",
                "sallyport_run"
            })
    void aServersEnvironmentDoesNotSteerIt(String name) {
        String server = "{name: a, script: s, port: 0, env: {" + name + ": x}}";
        assertThat(errors(HEAD + "api_servers: [" + server + "]\n")).containsExactly("3:51 RESERVED_NAME");
        assertThat(errors(HEAD + "forge: {github: {api_servers: [" + server + "]}}\n"))
                .contains("3:68 RESERVED_NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BUILD_KEY", "LEVEL", "GITHUB_TOKEN", "LDAP_HOST", "PATHS", "ENVIRONMENT", "_", "a1"})
    void aServersEnvironmentMayHoldWhatSteersNothing(String name) {
        harness("api_servers: [{name: a, script: s, port: 0, env: {" + name + ": x}}]\n");
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
        HarnessReader.Result result =
                HarnessReader.read("harness", HEAD + "env: {sandbox: {A: \"${PATH}\"}}\n", HarnessContext.alone(false));
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

    /** The fetch endpoint serves what differs in the case of owner and repository, so the check does not refuse it. */
    @Test
    void aSkillIsCoveredAsTheEndpointSeesIt() {
        String skill = "skills: [\"https://github.com/Acme/Skills/tree/main/one" + PIN + "\"]\n";
        String list = "allowed_remote_resources: [\"https://github.com/acme/skills/tree/\"]\n";
        assertThat(HarnessReader.read("harness", HEAD + skill + list, HarnessContext.alone(false)))
                .isInstanceOf(HarnessReader.Read.class);
        assertThat(errors(HEAD + skill.replace("main", "Main") + list.replace("tree/", "tree/main/")))
                .containsExactly("3:10 NOT_ALLOWED");
        assertThat(errors(HEAD + skill.replace("Acme/Skills", "acme/skills-more") + list))
                .containsExactly("3:10 NOT_ALLOWED");
    }
}
