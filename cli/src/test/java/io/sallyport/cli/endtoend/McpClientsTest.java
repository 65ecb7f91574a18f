package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.McpServer;
import io.sallyport.testkit.junit.NodePackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The MCP clients of Python's and Node's SDKs, through a sandbox whose Rego permits calls by name. */
class McpClientsTest {
    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "calls", "message": "this call is not granted"} if {
                input.net.method == "POST"
                not is_granted
            }

            is_granted if input.net.rpc.response

            is_granted if input.net.rpc.method in {"initialize", "ping", "tools/list", "prompts/list", "resources/list"}

            is_granted if startswith(input.net.rpc.method, "notifications/")

            is_granted if input.net.rpc.tool in {"search", "change", "consult"}

            is_granted if input.net.rpc.params.uri == "file:///public"

            deny contains {"rule": "changed", "message": "the tool has changed"} if {
                input.net.rpc.digest != input.net.rpc.first_digest
            }
            """;

    /** The client of the package {@code @modelcontextprotocol/sdk}, over the {@code fetch} of Node. */
    private static final String NODE = """
            const { EnvHttpProxyAgent, setGlobalDispatcher } = require('undici');
            const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
            const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');

            setGlobalDispatcher(new EnvHttpProxyAgent());
            const call = name => ({ name, arguments: { query: 'cats' } });
            (async () => {
              const client = new Client({ name: 'test', version: '1' });
              await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
              const { tools } = await client.listTools();
              console.log(tools.map(tool => tool.name).sort().join(' '));
              console.log((await client.callTool(call('search'))).content[0].text);
              await client.callTool(call('delete')).catch(error => console.log(error.message));
              await client.close();
              process.exit(0);
            })();
            """;

    @TempDir
    Path folder = Path.of("");

    private List<String> changed = List.of();

    private String run(String transport, String... steps) throws Exception {
        String path = transport.equals("sse") ? "/sse" : "/mcp";
        return run(
                transport,
                McpServer.environment(),
                McpServer.client(folder, transport, "https://yes.test" + path, steps));
    }

    private String run(String transport, Map<String, String> packages, String... client) throws Exception {
        Path rego = Files.writeString(folder.resolve("calls.rego"), REGO);
        try (McpServer server = McpServer.start(folder, transport, EnvSandbox.leaf());
                EnvSandbox sandbox = EnvSandbox.startBefore(folder, server.hostPort(), "https://yes.test/**")) {
            sandbox.grantUnder(rego, "https://yes.test/**");
            Client.Ended ended = EnvSandbox.ends(sandbox.run(packages, client));
            changed = sandbox.records("lifecycle").stream()
                    .filter(record -> record.path("rule").asString().equals("mcp:changed-tools"))
                    .map(record -> record.path("detail").asString())
                    .toList();
            return ended.out();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "json"})
    void listsHoldWhatMayBeCalled(String transport) throws Exception {
        List<String> said = run(transport, "list", "search", "delete", "prompts", "resources", "search")
                .lines()
                .toList();
        assertThat(said).hasSize(6);
        assertThat(said.get(0)).isEqualTo("list: change consult search");
        assertThat(said.get(1)).isEqualTo("search: found cats");
        assertThat(said.get(2)).startsWith("delete: refused: sallyport: ").contains("this call is not granted");
        assertThat(said.get(3)).isEqualTo("prompts: ");
        assertThat(said.get(4)).isEqualTo("resources: file:///public");
        assertThat(said.get(5)).isEqualTo("search: found cats");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "json"})
    void theClientOfNodeSeesTheSame(String transport) throws Exception {
        Path script = Files.writeString(folder.resolve("mcp.cjs"), NODE);
        List<String> said = run(transport, NodePackages.variables(), "node", script.toString(), "https://yes.test/mcp")
                .lines()
                .toList();
        assertThat(said).hasSize(3);
        assertThat(said.get(0)).isEqualTo("change consult search");
        assertThat(said.get(1)).isEqualTo("found cats");
        assertThat(said.get(2)).contains("sallyport: ").contains("this call is not granted");
    }

    @Test
    void aToolThatChangesUnderWayIsReportedAndByARuleRemovedAndRefused() throws Exception {
        List<String> said = run("stream", "list", "list", "search", "change", "list", "search", "list")
                .lines()
                .toList();
        assertThat(said.subList(0, 5))
                .containsExactly(
                        "list: change consult search",
                        "list: change consult search",
                        "search: found cats",
                        "change: changed",
                        "list: change consult");
        assertThat(said.get(5)).startsWith("search: refused: sallyport: ").contains("the tool has changed");
        assertThat(said.get(6)).isEqualTo("list: change consult");
        assertThat(changed).hasSize(1);
        assertThat(changed.getFirst())
                .startsWith("1 tools of yes.test have changed: \"search\" from ")
                .doesNotContain("id_rsa");
    }

    @Test
    void listsOfTheOlderFormHoldWhatMayBeCalledThoughTheyComeOnTheStreamOfAGet() throws Exception {
        List<String> said = run("sse", "list", "search", "prompts", "resources", "list")
                .lines()
                .toList();
        assertThat(said)
                .containsExactly(
                        "list: change consult search",
                        "search: found cats",
                        "prompts: ",
                        "resources: file:///public",
                        "list: change consult search");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "sse"})
    void theServerAsksTheClientAndSaysHowFarItIs(String transport) throws Exception {
        List<String> said =
                run(transport, "list", "consult", "cancel", "search").lines().toList();
        assertThat(said)
                .containsExactly(
                        "list: change consult search",
                        "consult: sampled elicited 1/2 2/2",
                        "cancel: sent",
                        "search: found cats");
    }

    @Test
    void aToolThatChangesUnderWayIsReportedAndRemovedInTheOlderFormToo() throws Exception {
        List<String> said =
                run("sse", "list", "search", "change", "list").lines().toList();
        assertThat(said)
                .containsExactly(
                        "list: change consult search", "search: found cats", "change: changed", "list: change consult");
        assertThat(changed).hasSize(1);
        assertThat(changed.getFirst())
                .startsWith("1 tools of yes.test have changed: \"search\" from ")
                .doesNotContain("id_rsa");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--http1.1", "--http2"})
    void aListIsFilteredInBothVersionsOfHttp(String version) throws Exception {
        require("curl");
        Path rego = Files.writeString(folder.resolve("calls.rego"), REGO);
        String list =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"delete\"},{\"name\":\"search\"}]}}";
        try (EnvSandbox sandbox = EnvSandbox.start(
                folder, _ -> Answer.bytes("application/json", Bytes.of(list)), "https://yes.test/**")) {
            sandbox.grantUnder(rego, "https://yes.test/**");
            Client.Ended ended = EnvSandbox.ends(sandbox.run(
                    "curl",
                    "-sS",
                    version,
                    "-H",
                    "Content-Type: application/json",
                    "-d",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
                    "https://yes.test/mcp"));
            assertThat(ended.out())
                    .isEqualTo("{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{\"tools\":[{\"name\":\"search\"}]}}");
        }
    }
}
