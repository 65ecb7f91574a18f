package io.sallyport.bench.proxy;

import io.sallyport.gateway.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Starts Sallyport by its launcher, as a user would, with its audit log on and two sandboxes put by the control API. */
final class Sallyports {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ENV_OPTIONS = "SALLYPORT_BENCH_JAVA_OPTS";

    private Sallyports() {}

    /** @param tls as {@code intercept.tls} takes it */
    static Contender start(Path root, Path folder, String tls, Origin origin) throws IOException {
        Files.createDirectories(folder);
        Path config = Files.writeString(folder.resolve("gateway.yaml"), config(tls, origin));
        var builder = new ProcessBuilder(root.resolve("sallyport").toString(), "serve", "--config", config.toString())
                .redirectError(folder.resolve("log").toFile());
        String options = System.getenv(ENV_OPTIONS);
        if (options != null) {
            builder.environment().put("SALLYPORT_JAVA_OPTS", options);
        }
        Process process = builder.start();
        String ready = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (ready == null) {
            throw new IOException("it did not start: " + Files.readString(folder.resolve("log")));
        }
        try {
            return new Contender("Sallyport, " + tls, process, doors(JSON.readTree(ready), origin), 1, true);
        } catch (IOException | RuntimeException unusable) {
            Processes.end(process);
            throw unusable;
        }
    }

    private static Map<Way, Door> doors(JsonNode ready, Origin origin) throws IOException {
        URI listener = URI.create(ready.path("proxy").asString());
        var proxy = new InetSocketAddress(listener.getHost(), listener.getPort());
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        try (var admin = new AdminClient(URI.create(ready.path("admin").asString()), token)) {
            String few = put(admin, "few", lease(Targets.few(origin)), null);
            String wide = put(admin, "wide", null, Targets.wide(origin));
            Door plain = new Door(proxy, Origin.OPAQUE, origin.plain().getPort(), few);
            Door tunnel = plain.at(origin.opaque().getPort());
            return Map.of(
                    Way.FORWARD,
                    plain,
                    Way.TUNNEL,
                    tunnel,
                    Way.INTERCEPT,
                    new Door(proxy, Origin.INSPECTED, origin.tls().getPort(), few),
                    Way.REFUSE,
                    plain.to(Origin.REFUSED),
                    Way.FORWARD_WIDE,
                    new Door(proxy, Origin.OPAQUE, origin.plain().getPort(), wide),
                    Way.TUNNEL_WIDE,
                    new Door(proxy, Origin.OPAQUE, origin.opaque().getPort(), wide));
        }
    }

    private static String lease(List<String> patterns) {
        return patterns.stream().collect(Collectors.joining("\", \"", "{\"net.fetch\": [\"", "\"]}"));
    }

    /** The header lines of the new sandbox. */
    private static String put(AdminClient admin, String id, @Nullable String lease, @Nullable String policy)
            throws IOException {
        AdminClient.Reply reply = admin.put(
                new SandboxId(id),
                new SandboxDocuments(lease, null, null, policy, Map.of(), null, null, Map.of(), null, Set.of(), false),
                false,
                null);
        if (!reply.isOk()) {
            throw new IOException("refused: " + reply);
        }
        return "Proxy-Authorization: Bearer " + reply.body().path("token").asString() + "\r\n";
    }

    private static String config(String tls, Origin origin) {
        return """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress:
                  trust: ["%s"]
                  hosts: {"%s": "127.0.0.1", "%s": "127.0.0.1"}
                intercept: {tls: "%s"}
                audit: {file: "audit.jsonl"}
                limits: {connections_per_sandbox: 10000}
                """.formatted(origin.ca(), Origin.OPAQUE, Origin.INSPECTED, tls);
    }
}
