package io.sallyport.testkit.junit;

import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.RequireTool.requireFile;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A server of MCP over TLS in a process of its own, from the Python package {@code mcp} 1.30.0, and the package's
 * client. The package is looked up in the folder that {@code SALLYPORT_MCP} names, else below the user's cache.
 */
public final class McpServer implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Client process;
    private final int port;

    private McpServer(Client process) {
        this.process = process;
        String first = process.awaitOutput(out -> out.contains("\n"), SOON);
        this.port = Integer.parseInt(first.lines().findFirst().orElseThrow());
    }

    /**
     * Starts one; aborts or fails the calling test if the package is missing.
     *
     * @param transport {@code stream} and {@code json} are Streamable HTTP, {@code sse} is the older form
     */
    public static McpServer start(Path folder, String transport, TestCa.Leaf leaf) throws IOException {
        String chain = Files.writeString(folder.resolve("mcp-chain.pem"), leaf.chainPem())
                .toString();
        String key =
                Files.writeString(folder.resolve("mcp-key.pem"), leaf.keyPem()).toString();
        String script = script(folder, "mcp_server.py");
        var command = List.of(require("python3").toString(), script, transport, chain, key);
        return new McpServer(Client.start(folder, environment(), command));
    }

    /** Returns the command of a client that takes {@code steps}; it needs {@link #environment}. */
    public static String[] client(Path folder, String transport, String url, String... steps) throws IOException {
        String script = script(folder, "mcp_client.py");
        List<String> begin = List.of(require("python3").toString(), script, transport, url);
        String[] command = begin.toArray(new String[begin.size() + steps.length]);
        System.arraycopy(steps, 0, command, begin.size(), steps.length);
        return command;
    }

    /** Returns the variables by which Python finds the package. */
    public static Map<String, String> environment() {
        String named = System.getenv("SALLYPORT_MCP");
        Path packages =
                requireFile(named == null ? System.getProperty("user.home") + "/.cache/sallyport/mcp-1.30.0" : named);
        return Map.of("PYTHONPATH", packages.toString());
    }

    private static String script(Path folder, String name) throws IOException {
        try (InputStream source = McpServer.class.getResourceAsStream(name)) {
            return Files.write(folder.resolve(name), source.readAllBytes()).toString();
        }
    }

    /** Returns the address as {@code 127.0.0.1:port}. */
    public String hostPort() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.close();
    }
}
