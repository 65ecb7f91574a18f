package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** curl before a network policy about calls, operations and queries, over HTTP/1.1 and HTTP/2. */
class CallPolicyTest {
    private static final String POLICY = """
            version: 1
            network_policies:
              yes:
                endpoints:
                  - host: yes.test
                    port: 443
                    path: /mcp
                    protocol: mcp
                    mcp: {max_body_bytes: 500}
                    rules:
                      - allow: {method: initialize}
                      - allow: {method: tools/call, tool: "search_*"}
                    deny_rules:
                      - {method: tools/call, tool: search_admin}
                  - {host: yes.test, port: 443, path: /graphql, protocol: graphql, access: read-only}
                  - host: yes.test
                    port: 443
                    path: "/files/**"
                    protocol: rest
                    rules: [{allow: {method: GET, path: "**", query: {tag: "v1-*"}}}]
                  - {host: yes.test, port: 443, path: "/beta/**", protocol: rest, enforcement: audit, access: read-only}
            """;
    private static final String MCP = "https://yes.test/mcp";
    private static final String JSON = "Content-Type: application/json";

    @TempDir
    Path folder = Path.of("");

    private static String curl(EnvSandbox sandbox, String... words) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-w", " %{http_code}"));
        command.addAll(List.of(words));
        Client.Ended ended = sandbox.run(command.toArray(String[]::new));
        return ended.out();
    }

    private static String tool(String name) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name + "\"}}";
    }

    @Test
    void whatACallAsksForSettlesIt() throws Exception {
        require("curl");
        Path policy = Files.writeString(folder.resolve("net.yaml"), POLICY);
        try (EnvSandbox sandbox = EnvSandbox.start(folder, _ -> Answer.text(200, "taken"), "https://yes.test/**")) {
            sandbox.grantBy(policy);
            for (String version : List.of("--http1.1", "--http2")) {
                assertThat(curl(sandbox, version, "-H", JSON, "-d", tool("search_web"), MCP))
                        .isEqualTo("taken 200");
                assertThat(curl(sandbox, version, "-H", JSON, "-d", tool("delete"), MCP))
                        .contains("\"code\":-32001", "\"reason\":\"no_grant\"")
                        .endsWith(" 200");
                assertThat(curl(sandbox, version, "-H", JSON, "-d", tool("search_admin"), MCP))
                        .contains("\"reason\":\"policy_deny\"");
                assertThat(curl(sandbox, version, "-d", tool("search_web"), MCP))
                        .contains("\"reason\":\"unreadable\"")
                        .endsWith(" 400");
                assertThat(curl(sandbox, version, "-H", JSON, "-d", tool("search_" + "a".repeat(600)), MCP))
                        .contains("\"reason\":\"body_too_large\"")
                        .endsWith(" 413");
                assertThat(curl(sandbox, version, "-X", "DELETE", MCP)).endsWith(" 403");
                assertThat(curl(sandbox, version, "-H", "Accept: text/event-stream", MCP))
                        .isEqualTo("taken 200");
                assertThat(curl(sandbox, version, "https://yes.test/files/a?tag=v1-a&x=1"))
                        .isEqualTo("taken 200");
                assertThat(curl(sandbox, version, "https://yes.test/files/a?tag=v1-a&tag=v2"))
                        .endsWith(" 403");
                assertThat(curl(
                                sandbox,
                                version,
                                "-H",
                                JSON,
                                "-d",
                                "{\"query\":\"mutation { drop { id } }\"}",
                                "https://yes.test/graphql"))
                        .contains("\"errors\":[", "no_grant");
                assertThat(curl(sandbox, version, "-d", "x", "https://yes.test/beta/a"))
                        .isEqualTo("taken 200");
            }
            assertThat(sandbox.origin().received()).hasSize(8);
            assertThat(sandbox.records("http"))
                    .filteredOn(record -> record.path("would_deny").asBoolean())
                    .hasSize(2)
                    .allSatisfy(
                            record -> assertThat(record.path("rule").asString()).isEqualTo("policy:yes.endpoints[3]"));
        }
    }
}
