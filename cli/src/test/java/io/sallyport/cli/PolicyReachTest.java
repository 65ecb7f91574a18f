package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy prove}, {@code policy diff} of files and {@code policy test --prove}: exit codes and output. */
class PolicyReachTest extends CommandLineTest {
    private String lease = "";

    @BeforeEach
    void writeLease() throws IOException {
        lease = write("lease.json", "{\"net.fetch\": [\"https://a.example.org/**\", \"http://*.b.example.org/v1/*\"]}")
                .toString();
    }

    @Test
    void aProofExitsWithZeroAndARefutationWithItsWitness() {
        assertThat(run(
                        "policy",
                        "prove",
                        "--lease",
                        lease,
                        "--never",
                        "c.example.org",
                        "--never",
                        "POST http://b.example.org"))
                .isZero();
        out.getBuffer().setLength(0);
        assertThat(run("policy", "prove", "--json", "--lease", lease, "--only", "GET", "--at", "*.b.example.org"))
                .isEqualTo(ExitCodes.NO);
        JsonNode answer = json().path("properties").path(0);
        assertThat(answer.path("result").asString()).isEqualTo("refuted");
        String[] witness = answer.path("witness").asString().split(" ", -1);
        assertThat(witness[0]).isEqualTo("POST");
        assertThat(run("policy", "eval", "--lease", lease, "--", witness[0], witness[1]))
                .isZero();
    }

    /** What a harness names is looked for beside it, in either folder. */
    @Test
    void foldersWithAHarnessAreComparedByWhatItsProfilesGrant() throws IOException {
        String harness = "agent: agents/fix.md\nrole: fixer\nopenshell: {profiles: [build]}\n";
        for (String version : List.of("old", "new")) {
            Files.createDirectories(folder.resolve(version + "/profiles"));
            Files.createDirectories(folder.resolve(version + "/agents"));
            write(version + "/harness.yaml", harness);
            write(version + "/agents/fix.md", "fix");
            String access = version.equals("old") ? "read-only" : "full";
            write(
                    version + "/profiles/build.yaml",
                    "id: build\nendpoints: [{host: build.example.org, port: 443, access: " + access + "}]\n");
        }
        String old = folder.resolve("old").toString();
        assertThat(run("policy", "diff", old, folder.resolve("new").toString())).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("build.example.org", "policy:_provider_build.endpoints[0]");
        assertThat(run("policy", "diff", old, old)).isZero();
        String test = write("asks_test.rego", """
                package asks_test

                asked(method) := {"version": 1, "kind": "http", "net": {
                    "scheme": "https", "host": "build.example.org", "port": 443, "method": method, "path": "/",
                    "suffixes": ["build.example.org", "example.org", "org"], "prefixes": ["/"],
                }}

                test_reads if data.sallyport.decision.allow with input as asked("GET")

                test_does_not_write if not data.sallyport.decision.allow with input as asked("POST")
                """).toString();
        assertThat(run("policy", "test", "--harness", old + "/harness.yaml", test))
                .isZero();
        Files.delete(folder.resolve("old/profiles/build.yaml"));
        assertThat(run("policy", "diff", old, old)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("NOT_OPENED");
    }

    @Test
    void aRequestThatOnlyAGuardrailRefusesIsUndecided() throws IOException {
        Path rego = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.method == "POST"
                """);
        assertThat(run(
                        "policy",
                        "prove",
                        "--lease",
                        lease,
                        "--guardrails",
                        rego.toString(),
                        "--never",
                        "POST a.example.org"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .startsWith("undecided never POST a.example.org")
                .contains("Rego refuses it by guardrails:r");
    }

    @Test
    void whatIsNoPropertyOrNoPolicyIsUnusable() throws IOException {
        assertThat(run("policy", "prove", "--lease", lease)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "prove", "--lease", lease, "--never", "https://a.example.org?x=1"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "prove", "--lease", lease, "--only", "G T")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "prove", "--lease", lease, "--within", folder.toString() + "/none.json"))
                .isEqualTo(ExitCodes.UNUSABLE);
        write("above/guardrails/g.rego", "package sallyport.guardrails\n");
        assertThat(run(
                        "policy",
                        "prove",
                        "--lease",
                        lease,
                        "--within",
                        folder.resolve("above").toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "diff", lease)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "diff", lease, write("x.txt", "").toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "diff", lease, write("x.json", "{").toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).doesNotContain("Exception");
    }

    @Test
    void aDifferenceHasAWitnessThatOneAllowsAndTheOtherRefuses() throws IOException {
        String other = write(
                        "other.json",
                        "{\"net.fetch\": [\"https://a.example.org/v1/**\", \"http://*.b.example.org/v1/*\"]}")
                .toString();
        assertThat(run("policy", "diff", lease, lease)).isZero();
        out.getBuffer().setLength(0);
        assertThat(run("policy", "diff", "--json", lease, other)).isEqualTo(ExitCodes.NO);
        JsonNode answer = json();
        assertThat(answer.path("exact").asBoolean()).isTrue();
        assertThat(answer.path("added")).isEmpty();
        String[] witness =
                answer.path("removed").path(0).path("witness").asString().split(" ", -1);
        assertThat(run("policy", "eval", "--lease", lease, "--", witness[0], witness[1]))
                .isZero();
        assertThat(run("policy", "eval", "--lease", other, "--", witness[0], witness[1]))
                .isEqualTo(ExitCodes.NO);
    }

    @Test
    void manyDifferencesAreCounted() throws IOException {
        StringBuilder many =
                new StringBuilder("{\"net.fetch\": [\"https://a.example.org/**\", \"http://*.b.example.org/v1/*\"");
        for (int i = 0; i < 60; i++) {
            many.append(", \"https://h").append(i).append(".example.org/**\"");
        }
        assertThat(run("policy", "diff", lease, write("many.json", many + "]}").toString()))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("  and 10 more\n", "60 added, 0 removed");
        assertThat(out.toString().lines().filter(line -> line.startsWith("+ "))).hasSize(50);
    }

    @Test
    void anOperatorsDialectOfHostsIsThatOfTheProof() throws IOException {
        String config = write("config.yaml", "lease: {host_star: label}\n").toString();
        assertThat(run("policy", "prove", "--lease", lease, "--never", "x.y.b.example.org"))
                .isEqualTo(ExitCodes.NO);
        assertThat(run("policy", "prove", "--config", config, "--lease", lease, "--never", "x.y.b.example.org"))
                .isZero();
    }

    @Test
    void propertiesAreTestsOfTheirOwn() throws IOException {
        write("g/g.rego", "package sallyport.guardrails\n");
        Path file = write("properties.yaml", """
                version: 1
                properties:
                  - policy: lease.json
                    never: [c.example.org, "POST a.example.org"]
                    only: [{methods: [GET], at: "*.c.example.org"}]
                    within: [lease.json]
                """);
        String rego = folder.resolve("g").toString();
        assertThat(run("policy", "test", "--prove", file.toString(), "--json", rego))
                .isEqualTo(ExitCodes.NO);
        JsonNode results = json();
        assertThat(results).hasSize(4);
        assertThat(results.path(1).path("fail").asBoolean()).isTrue();
        assertThat(results.path(1).path("location").path("row").asInt()).isEqualTo(4);
        out.getBuffer().setLength(0);
        assertThat(run("policy", "test", "--prove", file.toString(), "--format", "junit", rego))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .contains("never POST a.example.org", "https://a.example.org/ is allowed by lease:net.fetch[0]");
    }

    @Test
    void aFileOfPropertiesSaysWhereItIsWrong() throws IOException {
        write("g/g.rego", "package sallyport.guardrails\n");
        String rego = folder.resolve("g").toString();
        Path file = write("properties.yaml", """
                version: 1
                properties:
                  - policy: lease.json
                    never: ["POST"]
                    nevr: [x]
                  - policy: lease.json
                    never: ["a.example.org?"]
                """);
        assertThat(run("policy", "test", "--prove", file.toString(), rego)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("properties.yaml:5:", "nevr", "properties.yaml:7:");
    }

    private JsonNode json() {
        return JsonMapper.shared().readTree(out.toString());
    }
}
