package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest extends CommandLineTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "demo --help",
                "serve --help",
                "run --help",
                "sandbox --help",
                "sandbox put --help",
                "sandbox get --help",
                "sandbox list --help",
                "sandbox delete --help",
                "sandbox phase --help",
                "sandbox skills --help",
                "audit --help",
                "audit tail --help",
                "policy --help",
                "policy check --help",
                "policy build --help",
                "policy eval --help",
                "policy test --help",
                "policy fmt --help",
                "completion --help",
                "lease --help",
                "lease check --help",
                "lease subset --help",
                "lease verify-receipt --help",
                "lease batch --help",
                "harness --help",
                "harness check --help",
                "api-server --help",
                "api-server files --help"
            })
    void everyCommandHelps(String line) {
        assertThat(run(line.split(" ", -1))).isZero();
        assertThat(out.toString()).startsWith("Usage: sallyport");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "sandbox", "nonsense", "sandbox get", "sandbox get ..", "serve --port 1", "run", "audit"})
    void whatIsNoCommandIsUnusable(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" ", -1))).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("sallyport");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"net.fetch": ["https://a.example.com/**"]}             | 0 |
                    {"lease": {}, "lease_constraints": {}}           | 0 |
                    {"tool.call": ["web.*"]}                         | 0 |
                    {"cost.budget": ["USD:1"]}                       | 0 |
                    {"net.fetsch": []}                               | 2 | net.fetsch
                    {"lease": {}, "lease_constraints": {"expires_at": "2020-01-01T00:00:00Z"}} | 2 | EXPIRED
                    {                                                | 2 | lease.json:1
                    """)
    void aLeaseIsJudged(String text, int exit, String says) throws IOException {
        Path file = Files.writeString(folder.resolve("lease.json"), text);
        assertThat(run("lease", "check", file.toString())).as(err.toString()).isEqualTo(exit);
        assertThat(err.toString()).contains(says == null ? "" : says);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"net.fetch": ["https://a.example.com/**"]} | 0 | {"status":"valid","diagnostics":[]}
                    {"tool.call": ["web.*"]}             | 0 | {"status":"valid","diagnostics":[]}
                    {"cost.budget": ["USD:1"]}           | 0 | {"status":"valid","diagnostics":[]}
                    {"net.fetsch": []}                   | 2 | {"status":"invalid","diagnostics":[{"severity":"error","file":"lease.json","line":1,"column":2
                    """)
    void aLeaseIsJudgedInJsonToo(String text, int exit, String says) throws IOException {
        Path file = Files.writeString(folder.resolve("lease.json"), text);
        assertThat(run("lease", "check", "--json", file.toString())).isEqualTo(exit);
        assertThat(out.toString()).startsWith(says).endsWith("]}\n");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"net.fetch": ["https://a.example.com/v1/**"]} | 0 |
                    {"net.fetch": ["https://*.test/**"]}    | 1 | LEASE_SUBSET_VIOLATION: net.fetch
                    {"cost.budget": ["USD:2"]}              | 1 | cost.budget: the parent does not have it
                    {"model.use": [1]}                      | 2 | child.json:1
                    """)
    void aChildIsComparedWithItsParent(String text, int exit, String says) throws IOException {
        Path child = Files.writeString(folder.resolve("child.json"), text);
        Path parent =
                Files.writeString(folder.resolve("parent.json"), "{\"net.fetch\": [\"https://a.example.com/**\"]}");
        assertThat(run("lease", "subset", child.toString(), parent.toString()))
                .as(err.toString())
                .isEqualTo(exit);
        assertThat(err.toString()).contains(says == null ? "" : says);
    }

    @Test
    void linesAreAnsweredInTheirOrder() throws IOException {
        Path file = Files.writeString(folder.resolve("lines"), """
                        {"kind": "canonical", "input": {"capability": "fs.read", "target": "/a/../b"}}
                        nonsense
                        {"kind": "model", "input": {"patterns": ["a*"], "model": "ab"}}
                        """);
        assertThat(run("lease", "batch", file.toString())).isZero();
        assertThat(out.toString().lines().map(line -> line.split(",", 2)[0]))
                .containsExactly("{\"verdict\":\"/b\"", "{\"verdict\":\"error\"", "{\"verdict\":\"allow\"");
        assertThat(run("lease", "batch", folder.resolve("none").toString())).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aPolicyIsCheckedAndBuiltInJsonToo() throws IOException {
        assertThat(run("policy", "check", "--json", "--allow", "a.example.com")).isZero();
        assertThat(out.toString()).isEqualTo("{\"status\":\"loaded\",\"diagnostics\":[]}\n");
        Path bundle = folder.resolve("b.tar.gz");
        assertThat(run("policy", "build", "--json", "--allow", "a.example.com", "-o", bundle.toString()))
                .isZero();
        assertThat(out.toString())
                .endsWith("{\"status\":\"written\",\"bundle\":\"%s\",\"bytes\":%d,\"diagnostics\":[]}\n"
                        .formatted(bundle, Files.size(bundle)));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aPolicyThatIsRefusedIsToldInJsonToo() throws IOException {
        Path rego = Files.writeString(folder.resolve("x.rego"), "package sallyport.guardrails\n\ndeny if {");
        assertThat(run("policy", "check", "--json", "--guardrails", rego.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(out.toString())
                .startsWith(
                        "{\"status\":\"refused\",\"diagnostics\":[{\"severity\":\"error\",\"file\":\"x.rego\",\"line\":3,");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aPolicyAnswersARequest() {
        assertThat(run("policy", "eval", "--allow", "a.example.com", "--", "CONNECT", "https://a.example.com"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).startsWith("allow granted by lease:net.fetch[0]");
        assertThat(run("policy", "eval", "--json", "--allow", "a.example.com", "--", "http://b.example.com/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("\"reason\":\"no_grant\"");
    }

    @Test
    void theContractsInputIsARequestToo() throws IOException {
        Path file = Files.writeString(folder.resolve("input.json"), """
                {"version": 1, "kind": "http", "net": {"scheme": "http", "host": "a.example.com", "port": 81, "method": "GET",
                 "path": "/x", "query": {"q": ["1"]}}}
                """);
        assertThat(run("policy", "eval", "--allow", "http://a.example.com:81/x?q=1", "--input", file.toString()))
                .as(err.toString())
                .isZero();
    }

    @Test
    void aPolicyIsBuiltAsABundle() throws IOException {
        Path bundle = folder.resolve("b.tar.gz");
        assertThat(run("policy", "build", "--allow", "a.example.com", "-o", bundle.toString()))
                .isZero();
        assertThat(Files.readAllBytes(bundle)).startsWith(0x1f, 0x8b);
    }

    @Test
    void brokenRegoIsShownWithItsPlace() throws IOException {
        Path rego = Files.writeString(folder.resolve("x.rego"), "package sallyport.guardrails\n\ndeny if {");
        assertThat(run("policy", "check", "--guardrails", rego.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("x.rego:3:");
    }

    @Test
    void aFileThatIsNotThereIsUnusable() {
        assertThat(run("lease", "check", folder.resolve("none").toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("no such file");
    }

    @Test
    void allowAndLeaseDoNotGoTogether() throws IOException {
        Path file = Files.writeString(folder.resolve("lease.json"), "{}");
        assertThat(run("run", "--allow", "a.example.com", "--lease", file.toString(), "--", "true"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("--allow is a lease by itself");
    }

    @Test
    void aWrongConfigurationIsUnusableAndSaysWhere() throws IOException {
        Path file = Files.writeString(folder.resolve("c.yaml"), "proxy: {listn: []}\n");
        assertThat(run("serve", "--config", file.toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("c.yaml:1:9: proxy.listn: unknown key");
    }

    @Test
    void aNetworkPolicyIsAskedOfByTcpAndSaysWhereToDial() throws IOException {
        Path policy = Files.writeString(folder.resolve("net.yaml"), """
                version: 1
                network_policies:
                  db:
                    endpoints:
                      - {host: db.example.com, port: 5432, protocol: tcp, allowed_ips: [10.1.0.0/16]}
                """);
        String[] asked = {"policy", "eval", "--json", "--policy", policy.toString(), "--", "CONNECT", ""};
        asked[7] = "tcp://db.example.com:5432";
        assertThat(run(asked)).isZero();
        assertThat(out.toString()).contains("\"addresses\":[\"10.1.0.0/16\"]");
        asked[7] = "https://db.example.com:5432";
        assertThat(run(asked)).isEqualTo(ExitCodes.NO);
        asked[7] = "tcp://db.example.com";
        assertThat(run(asked)).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aGatewayThatIsNotThereIsUnreachable() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "t".repeat(43));
        assertThat(run("sandbox", "list", "--admin", "http://127.0.0.1:1", "--token-file", token.toString()))
                .isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(err.toString()).contains("no gateway answers at http://127.0.0.1:1");
    }
}
