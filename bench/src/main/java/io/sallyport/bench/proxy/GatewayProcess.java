package io.sallyport.bench.proxy;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A gateway started by its launcher, as a user would. Safe for concurrent use; the caller of {@link #start} closes it.
 *
 * @param process the gateway itself, which the launcher became by exec
 * @param proxy its first listener
 * @param admin a client of its control API
 */
record GatewayProcess(Process process, InetSocketAddress proxy, AdminClient admin) implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ENV_OPTIONS = "SALLYPORT_BENCH_JAVA_OPTS";

    /**
     * Starts a gateway and waits until it is ready; its log goes to {@code folder}.
     *
     * @param root the project
     * @param config its configuration, YAML
     */
    static GatewayProcess start(Path root, Path folder, String config) throws IOException {
        Files.createDirectories(folder);
        Path file = Files.writeString(folder.resolve("gateway.yaml"), config);
        Path log = folder.resolve("log");
        var builder = new ProcessBuilder(root.resolve("sallyport").toString(), "serve", "--config", file.toString())
                .redirectError(log.toFile());
        String options = System.getenv(ENV_OPTIONS);
        if (options != null) {
            builder.environment().put("SALLYPORT_JAVA_OPTS", options);
        }
        Process process = builder.start();
        String ready = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (ready == null) {
            throw new IOException("it did not start: " + Files.readString(log));
        }
        try {
            return of(process, JSON.readTree(ready));
        } catch (IOException | RuntimeException unusable) {
            Processes.end(process);
            throw unusable;
        }
    }

    private static GatewayProcess of(Process process, JsonNode ready) throws IOException {
        URI listener = URI.create(ready.path("proxy").asString());
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        return new GatewayProcess(
                process,
                new InetSocketAddress(listener.getHost(), listener.getPort()),
                new AdminClient(URI.create(ready.path("admin").asString()), token));
    }

    /**
     * Creates or replaces a sandbox.
     *
     * @param patterns of its lease's {@code net.fetch}, or null for no lease
     * @param policy a network policy, or null
     * @return the header line that identifies the sandbox; without a token if the sandbox existed before
     */
    String put(String id, @Nullable List<String> patterns, @Nullable String policy) throws IOException {
        String lease = patterns == null ? null : "{\"net.fetch\": [\"" + String.join("\", \"", patterns) + "\"]}";
        AdminClient.Reply reply = admin.put(
                new SandboxId(id),
                SandboxDocuments.builder().lease(lease).policy(policy).build(),
                false,
                null);
        if (!reply.isOk()) {
            throw new IOException("refused: " + reply);
        }
        return "Proxy-Authorization: Bearer " + reply.body().path("token").asString() + "\r\n";
    }

    @Override
    public void close() {
        admin.close();
        Processes.end(process);
    }
}
