package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.policycompiler.bundle.Archive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code policy eval}: what it says of faults, and bundles whatever they hold. */
class PolicyEvalTest extends CommandLineTest {
    private static final String POLICY = """
            package web

            default allow := false

            allow if input.user in data.users

            fails := to_number(input.user)
            """;

    @Test
    void anAuthorIsToldWhatFailedAndWhere() throws IOException {
        Path rego = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if {
                \tto_number(input.net.host) > 1
                }
                """);
        assertThat(run("policy", "eval", "--allow", "a.test", "--guardrails", rego.toString(), "--", "http://a.test/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).startsWith("deny guardrail_error by guardrails:error");
        assertThat(err.toString()).contains("guardrails:error: g.rego:4:", "to_number");
    }

    @Test
    void anAuthorIsToldWhichLimitWasReachedAndWhatSetsIt() throws IOException {
        Path rego = write("s.rego", """
                package sallyport.sandbox

                deny contains {"rule": "r", "message": "m"} if count(numbers.range(1, 1e9)) > 1
                """);
        assertThat(run("policy", "eval", "--allow", "a.test", "--rego", rego.toString(), "--", "http://a.test/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).startsWith("deny guardrail_error by sandbox:error");
        assertThat(err.toString()).contains("limit of", "setting policy.max_");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rego", "plan", "wasm"})
    void aBundleThatWasBuiltHereAnswersAsItsDocumentsDo(String target) throws IOException {
        Path bundle = folder.resolve("b.tar.gz");
        assertThat(run("policy", "build", "-t", target, "--allow", "a.test", "-o", bundle.toString()))
                .isZero();
        assertThat(run("policy", "eval", "-b", bundle.toString(), "--", "https://a.test/x"))
                .isZero();
        assertThat(out.toString()).contains("\"allow\":true", "\"reason\":\"granted\"");
        assertThat(run("policy", "eval", "-b", bundle.toString(), "--", "https://b.test/x"))
                .isEqualTo(ExitCodes.NO);
        assertThat(run("policy", "eval", "-b", bundle.toString(), "--allow", "b.test", "--", "https://b.test/x"))
                .isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aTargetThatThereIsNotIsUnusable() {
        Path bundle = folder.resolve("b.tar.gz");
        assertThat(run("policy", "build", "-t", "WASM", "--allow", "a.test", "-o", bundle.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("'WASM' (expected: rego, plan or wasm)");
        assertThat(bundle).doesNotExist();
    }

    @Test
    void bundlesOfRegoOfAPlanAndOfWebAssemblyAnswerAlike() throws Exception {
        write("src/web.rego", POLICY);
        write("src/data.json", "{\"users\": [\"ann\"]}");
        Path ann = write("ann.json", "{\"user\": \"ann\"}");
        Path bob = write("bob.json", "{\"user\": \"bob\"}");
        for (String target : List.of("rego", "plan", "wasm")) {
            Path built = folder.resolve(target + ".tar.gz");
            OpaProgram.run(
                    "build",
                    "-t",
                    target,
                    "-e",
                    "web/allow",
                    "-o",
                    built.toString(),
                    folder.resolve("src").toString());
            Path bundle = target.equals("plan") ? withoutRego(built) : built;
            out.getBuffer().setLength(0);
            for (Path input : List.of(ann, bob)) {
                assertThat(run(
                                "policy",
                                "eval",
                                "-b",
                                bundle.toString(),
                                "-q",
                                "data.web.allow",
                                "--input",
                                input.toString()))
                        .as(target + err)
                        .isZero();
            }
            assertThat(out.toString()).as(target).isEqualTo("true\nfalse\n");
        }
    }

    @Test
    void whatIsUndefinedOrFailsInABundleIsTold() throws IOException {
        var files = new TreeMap<String, byte[]>();
        files.put("web.rego", POLICY.getBytes(StandardCharsets.UTF_8));
        Path bundle = Files.write(folder.resolve("b.tar.gz"), Archive.pack(files));
        Path bob = write("bob.json", "{\"user\": \"bob\"}");
        String[] ask = {"policy", "eval", "-b", bundle.toString(), "-q", "data.web.fails", "--input", bob.toString()};
        assertThat(run(ask)).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).isEqualTo("undefined\n");
        List<String> strictly = new ArrayList<>(List.of(ask));
        strictly.add("--strict-builtin-errors");
        assertThat(run(strictly.toArray(String[]::new))).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("data.web.fails: web.rego:7:");
        assertThat(run("policy", "eval", "-b", bundle.toString(), "-q", "data.web.nowhere", "--input", bob.toString()))
                .isEqualTo(ExitCodes.NO);
    }

    /** OPA's bundles contain the Rego as well; a plan is only run if there is no Rego. */
    private Path withoutRego(Path bundle) throws IOException, InterruptedException {
        Path unpacked = Files.createDirectories(folder.resolve("unpacked"));
        finish(new ProcessBuilder("tar", "-xzf", bundle.toString(), "-C", unpacked.toString()));
        var files = new TreeMap<String, byte[]>();
        for (String name : List.of(".manifest", "data.json", "plan.json")) {
            files.put(name, Files.readAllBytes(unpacked.resolve(name)));
        }
        return Files.write(folder.resolve("only-plan.tar.gz"), Archive.pack(files));
    }

    private static void finish(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
    }

    @Test
    void anEvaluationHasTheStepsOfTheConfiguration() throws IOException {
        Path rego = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if count([x | some x in numbers.range(1, 50000)]) == 1
                """);
        String guardrails = "--guardrails=" + rego;
        String allow = "--allow=a.example.com";
        assertThat(run("policy", "eval", guardrails, allow, "--", "https://a.example.com/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("guardrail_error");
        String config = "--config=" + write("c.yaml", "policy: {max_steps: 10000000}\n");
        assertThat(run("policy", "eval", guardrails, config, allow, "--", "https://a.example.com/"))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
    }
}
