package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a policy reads and costs, what formatting changes, and Rego of before OPA 1.0. */
class PolicyAuthoringTest extends CommandLineTest {
    private static final String OLD = """
            package sallyport.guardrails

            deny[{"rule": "no-gist", "message": "closed"}] {
            \tinput.net.host == "gist.github.com"
            }
            """;

    @Test
    void whatIsWrongWithANetworkPolicyIsShownWithItsLineInTheOrderOfLines() throws IOException {
        Path file = write("net.yaml", """
                version: 1
                network_policies:
                  b: {endpoints: [{host: "a b", port: 443}]}
                  a: {endpoints: [{host: a.example.com, port: 0}]}
                """);
        assertThat(run("policy", "check", "--policy", file.toString())).isEqualTo(ExitCodes.UNUSABLE);
        String told = err.toString();
        assertThat(told).contains("  b: {endpoints: [{host: \"a b\", port: 443}]}\n", "^");
        assertThat(told.indexOf("net.yaml:3:")).isPositive().isLessThan(told.indexOf("net.yaml:4:"));
    }

    @Test
    void whatRulesReadIsListedAndWhatOpensTunnelsIsMarked() throws IOException {
        Path file = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if {
                \tclosed
                \tinput.net.method == "POST"
                }

                closed if input.net.host in data.lists.closed
                """);
        assertThat(run("policy", "deps", file.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("""
                BASE DOCUMENTS
                  data.lists.closed
                  input.net.host
                  input.net.method   (not known at a CONNECT: the tunnel is opened)
                VIRTUAL DOCUMENTS
                  data.sallyport.guardrails.closed
                  data.sallyport.guardrails.deny
                DECISIONS
                  remembered for equal requests, whatever their query
                """);
    }

    @Test
    void whatKeepsADecisionFromBeingRememberedIsTold() throws IOException {
        assertThat(remembered("input.net.query.page")).isEqualTo("with_query");
        assertThat(remembered("input.net.headers.accept")).isEqualTo("not_with_headers");
        assertThat(remembered("time.now_ns() > 1")).isEqualTo("never");
        assertThat(remembered("some x in input.net")).as("all of it").isEqualTo("not_with_headers");
    }

    private String remembered(String condition) throws IOException {
        Path file = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if {
                \t%s
                }
                """.formatted(condition));
        out.getBuffer().setLength(0);
        assertThat(run("policy", "deps", "--json", file.toString()))
                .as(err.toString())
                .isZero();
        return JsonMapper.shared().readTree(out.toString()).path("remembered").asString();
    }

    @Test
    void dependenciesAreFollowedIntoPackagesThatShip() throws IOException {
        Path file = write("g.rego", """
                package sallyport.guardrails

                import data.sallyport.objects

                deny contains {"rule": "r", "message": "m"} if some _ in objects.operations
                """);
        assertThat(run("policy", "deps", file.toString())).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("  data.lists", "  data.sallyport.objects.operations\n", "  input.net.host\n");
    }

    @Test
    void dependenciesOfAnotherRuleAreAskedByName() throws IOException {
        Path file = write("a.rego", "package a\n\nallow if input.x.y\n\nother if input.z\n");
        assertThat(run("policy", "deps", "--json", "-e", "data.a.allow", file.toString()))
                .isZero();
        assertThat(out.toString().strip())
                .isEqualTo(
                        "{\"base\":[\"input.x.y\"],\"virtual\":[\"data.a.allow\"],\"remembered\":\"without_query\"}");
        assertThat(run("policy", "deps", file.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("data.sallyport.guardrails.deny", "--entrypoint");
        assertThat(run("policy", "deps", "-e", "data.a.nowhere", file.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aDecisionIsMeasuredAfreshAndRemembered() throws IOException {
        Path rego = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.host == "x.test"
                """);
        assertThat(run(
                        "policy",
                        "bench",
                        "--json",
                        "--seconds",
                        "1",
                        "--guardrails",
                        rego.toString(),
                        "--allow",
                        "a.test",
                        "--",
                        "CONNECT",
                        "https://a.test"))
                .as(err.toString())
                .isZero();
        JsonNode measured = JsonMapper.shared().readTree(out.toString());
        for (String way : new String[] {"afresh", "remembered"}) {
            JsonNode of = measured.path(way);
            assertThat(of.path("decisions").asLong()).isPositive();
            assertThat(of.path("fastest_ns_per_op").asDouble())
                    .isPositive()
                    .isLessThanOrEqualTo(of.path("ns_per_op").asDouble());
        }
        assertThat(measured.path("afresh").path("bytes_per_op").asDouble())
                .isGreaterThan(measured.path("remembered").path("bytes_per_op").asDouble());
        assertThat(run("policy", "bench", "--seconds", "0", "--allow", "a.test", "--", "https://a.test"))
                .isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aDiffIsOneThatPatchTakes() throws Exception {
        Path patch = RequireTool.require("patch");
        Path file = write("x.rego", "package x\nallow  if {1==1}");
        assertThat(run("policy", "fmt", "--diff", file.toString())).isZero();
        assertThat(Files.readString(file)).isEqualTo("package x\nallow  if {1==1}");
        Path diff = write("x.diff", out.toString());
        Process process = new ProcessBuilder(patch.toString(), file.toString(), diff.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(Files.readString(file)).isEqualTo("package x\n\nallow if 1 == 1\n");
        out.getBuffer().setLength(0);
        assertThat(run("policy", "fmt", "--diff", file.toString())).isZero();
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void oldRegoIsCheckedTestedFormattedAndEvaluatedWhereItIsSaidToBeOld() throws IOException {
        Path file = write("g.rego", OLD);
        Path test = write("g_test.rego", """
                package sallyport.guardrails_test

                test_gist { count(data.sallyport.guardrails.deny) == 1 with input.net.host as "gist.github.com" }
                """);
        assertThat(run("policy", "check", "--guardrails", file.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "check", "--v0-compatible", "--guardrails", file.toString()))
                .isZero();
        assertThat(run("policy", "test", "--v0-compatible", file.toString(), test.toString()))
                .as(err.toString())
                .isZero();
        assertThat(run(
                        "policy",
                        "eval",
                        "--v0-compatible",
                        "--allow",
                        "gist.github.com",
                        "--guardrails",
                        file.toString(),
                        "--",
                        "CONNECT",
                        "https://gist.github.com"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("PASS: 1/1", "deny guardrail by guardrails:no-gist");
    }

    @Test
    void everyErrorIsToldWithItsPlaceItsLineAndAMark() throws IOException {
        Path file = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "a", "message": "m"} if nowhere(input.x)

                allow if true
                deny contains {"rule": "b", "message": "m"} if elsewhere(1)
                """);
        assertThat(run("policy", "check", "--guardrails", file.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString())
                .contains("""
                        g.rego:3:48: error rego_type_error: undefined function nowhere
                            deny contains {"rule": "a", "message": "m"} if nowhere(input.x)
                                                                           ^
                        """)
                .contains("g.rego:6:48: error rego_type_error: undefined function elsewhere");
        Path allow = write("a.rego", "package sallyport.guardrails\n\nallow if input.x\n");
        assertThat(run("policy", "check", "--guardrails", allow.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString())
                .containsPattern(
                        "a.rego:3:1: error ALLOW_RULE: .*\n    allow if input.x\n    \\^\n  help: grant it in the lease");
    }

    @Test
    void oldRegoIsRewrittenForBothVersions() throws IOException {
        Path file = write("g.rego", OLD);
        assertThat(run("policy", "fmt", "--v0-compatible", "--fail", file.toString()))
                .isZero();
        assertThat(run("policy", "fmt", "--v0-compatible", "--v0-v1", "-w", file.toString()))
                .isZero();
        assertThat(Files.readString(file)).contains("import rego.v1", "deny contains");
        assertThat(run("policy", "check", "--guardrails", file.toString()))
                .as(err.toString())
                .isZero();
    }

    @Test
    void theBundleOfOldRegoSaysSo() throws Exception {
        Path go = RequireTool.require("go");
        Path bundle = folder.resolve("b.tar.gz");
        assertThat(run(
                        "policy",
                        "build",
                        "--v0-compatible",
                        "--allow",
                        "gist.github.com",
                        "--guardrails",
                        write("g.rego", OLD).toString(),
                        "-o",
                        bundle.toString()))
                .as(err.toString())
                .isZero();
        Path input = write("input.json", """
                {"version": 1, "kind": "connect", "sandbox": {"id": "x"}, "phase": "planning", "net":
                 {"scheme": "https", "host": "gist.github.com", "port": 443, "suffixes": ["gist.github.com", "github.com", "com"]}}
                """);
        Process opa = new ProcessBuilder(
                        go.toString(),
                        "tool",
                        "opa",
                        "eval",
                        "-b",
                        bundle.toString(),
                        "-i",
                        input.toString(),
                        "-f",
                        "raw",
                        "data.sallyport.decision.rule")
                .directory(Path.of("../rego-engine/opa-compiler").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(opa.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(opa.waitFor()).as(answer).isZero();
        assertThat(answer.strip()).isEqualTo("guardrails:no-gist");
    }
}
