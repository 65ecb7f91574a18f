package io.sallyport.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published JSON Schema accepts and refuses the same documents as the reader. */
class HarnessSchemaTest {
    private static final String HEAD = "agent: agents/fix.md\nrole: fixer\n";

    private static RegoValue call(String name, RegoValue... operands) {
        var context = new BuiltinContext(
                new Fuel(10_000_000, 64L << 20),
                EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1)),
                new Matchers(Set.of()));
        return requireNonNull(
                switch (requireNonNull(StandardBuiltins.all().find(name)).function()) {
                    case BuiltinFunction.Unary body -> body.call(context, operands[0]);
                    case BuiltinFunction.Binary body -> body.call(context, operands[0], operands[1]);
                    default -> throw new IllegalArgumentException(name);
                });
    }

    private static String matched(String yaml) throws IOException {
        String schema = Files.readString(Path.of("../docs/schemas/harness.schema.json"));
        return call("json.match_schema", call("yaml.unmarshal", RegoString.of(yaml)), RegoString.of(schema))
                .toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slug: s\ndoc: 1\nimage: null\nmodel:\ntrigger: \"a == 'b'\"\neffort: xhigh\n",
                "skills: [skills/a, {skills/b: {SKILL.md: other.md, x: null}}, {skills/c: null}]\nplugins: [p]\n",
                "openshell: {profiles: []}\nhost_files: [{src: a, dest: /b, expand: true, optional: false}]\n",
                "api_servers: [{name: build, script: s, port: 0, env: {A: 1}}, {name: b, script: s, port: 1024}]\n",
                "api_servers: [{name: a, script: s, port: 0, token: file}, {name: b, script: s, port: 0, token: flag}]\n",
                "pre_script: a\npost_script: b\nagent_input: c\nvalidation_loop: {script: a, schema: b, max_iterations: 3}\n",
                "env: {runner: {A: b}, sandbox: {C: 1}}\nrunner_env: {A: true}\n",
                "timeout_minutes: 0\nsandbox_timeout_seconds: 600\nreadonly_repo: true\n",
                "security: {enabled: true, inherit: true, fail_mode: open, trace: {enabled: true}}\n",
                "security: {host_scanners: {ssrf_validator: {enabled: false}, llm_guard: {threshold: 0.92, match_type: full}}}\n",
                "security: {sandbox_hooks: {tirith: {fail_on: high}, canary_pretool: false,"
                        + " tool_allowlist_pretool: {enabled: true, tools: [a]}}, escalation: {on_critical: review}}\n",
                "allowed_remote_resources: [\"https://h.example/a/\"]\nallow_runtime_fetch: true\nmax_runtime_fetches: 1000\n",
                "forge: {github: {model: m, role: r, env: {sandbox: {A: b}}}, gitlab: {}, jira: null}\n",
                "api_servers: [{name: a-b, script: s, port: 0, env: {A_1: null, _b: x}}]\n",
            })
    void bothTakeAHarness(String more) throws IOException {
        assertThat(matched(HEAD + more)).isEqualTo("[true,[]]");
        assertThat(HarnessReader.read("harness", HEAD + more, HarnessContext.alone(false)))
                .isInstanceOf(HarnessReader.Read.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "role: r\n",
                "agent: a.md\n",
                "agent: a.md\nrole: R\n",
                "agent: a.md\nrole: a--b\n",
                "agent: a.md\nrole: [r]\n",
                "[]",
                "H:sandbox: {}\n",
                "H:network: {}\n",
                "H:allow_runtime_fetchs: true\n",
                "H:effort: extreme\n",
                "H:api_servers: [{name: a, script: s, port: 0, token: env}]\n",
                "H:skills: x\n",
                "H:skills: [[]]\n",
                "H:skills: [{a: null, b: null}]\n",
                "H:skills: [{a: [b]}]\n",
                "H:plugins: [{}]\n",
                "H:openshell: {profile: []}\n",
                "H:host_files: [{src: a}]\n",
                "H:host_files: [{src: a, dest: b, expand: sometimes}]\n",
                "H:api_servers: [{name: a, script: s}]\n",
                "H:api_servers: [{name: A, script: s, port: 0}]\n",
                "H:api_servers: [{name: a, script: s, port: 80}]\n",
                "H:api_servers: [{name: a-, script: s, port: 0}]\n",
                "H:api_servers: [{name: xn--a, script: s, port: 0}]\n",
                "H:api_servers: [{name: a, script: s, port: 0, env: {A-B: x}}]\n",
                "H:api_servers: [{name: a, script: s, port: 0, env: {1A: x}}]\n",
                "H:validation_loop: {schema: s}\n",
                "H:validation_loop: {script: s, max_iterations: -1}\n",
                "H:env: {other: {}}\n",
                "H:env: {runner: {A: []}}\n",
                "H:timeout_minutes: -1\n",
                "H:sandbox_timeout_seconds: 29\n",
                "H:sandbox_timeout_seconds: 601\n",
                "H:readonly_repo: maybe\n",
                "H:security: {fail_mode: ajar}\n",
                "H:security: {host_scanners: {llm_guard: {threshold: 2}}}\n",
                "H:security: {sandbox_hooks: {tirith: {fail_on: never}}}\n",
                "H:security: {sandbox_hooks: {ssrf_posttool: true}}\n",
                "H:security: {escalation: {on_critical: shrug}}\n",
                "H:allow_runtime_fetch: \"true\"\n",
                "H:allowed_remote_resources: [\"https://h/\"]\nallow_runtime_fetch: true\nmax_runtime_fetches: 0\n",
                "H:allowed_remote_resources: [\"https://h/\"]\nallow_runtime_fetch: true\nmax_runtime_fetches: ten\n",
                "H:allowed_remote_resources: https://h/\n",
                "H:forge: {bitbucket: {}}\n",
                "H:forge: {github: {allow_runtime_fetch: true}}\n",
                "H:forge: {github: {base: b}}\n",
            })
    void neitherTakesWhatIsNone(String yaml) throws IOException {
        String text = yaml.startsWith("H:") ? HEAD + yaml.substring(2) : yaml;
        assertThat(matched(text)).startsWith("[false,");
        assertThat(HarnessReader.read("harness", text, HarnessContext.alone(false)))
                .isInstanceOf(HarnessReader.Refused.class);
    }
}
