package io.sallyport.demo;

import io.sallyport.client.AdminClient;
import io.sallyport.client.ClientFiles;
import io.sallyport.client.ClientVariables;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.control.store.Endpoints;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.gateway.serve.StopSignal;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Everything that the demonstration needs, started: origins, a gateway as {@code serve} starts it, and its two
 * sandboxes. Confined to one thread; closing stops everything and leaves nothing behind.
 */
final class Stage implements AutoCloseable {
    private static final SandboxId BRIEF = new SandboxId("brief");
    private static final long BRIEF_SECONDS = 2;

    private final Path folder;
    private final Origins origins;
    private final Service gateway;
    private final AdminClient admin;
    private final Map<String, String> agent;
    private final Map<String, String> brief;
    private final InstantSource clock;
    private final Instant briefEnds;
    private final Set<String> missing = new LinkedHashSet<>();
    private int fresh;

    private Stage(Path folder, Origins origins, Service gateway, AdminClient admin, InstantSource clock)
            throws IOException {
        this.folder = folder;
        this.origins = origins;
        this.gateway = gateway;
        this.admin = admin;
        this.clock = clock;
        require(admin.putGuardrails(Steps.GUARDRAILS));
        agent = clientVariables(admin.put(Steps.AGENT, Steps.documents(), false, null));
        briefEnds = clock.instant().plusSeconds(BRIEF_SECONDS).truncatedTo(ChronoUnit.MILLIS);
        brief = variables(admin.put(BRIEF, briefDocuments(briefEnds), false, null));
    }

    static Stage set(Path folder, InstantSource clock) throws IOException, StartException {
        var origins = new Origins(folder);
        try {
            Service gateway = Service.start(
                    ConfigFile.read(Files.writeString(folder.resolve("gateway.yaml"), config(origins)), null, folder),
                    new StopSignal());
            Endpoints endpoints = gateway.endpoints();
            String token = Files.readString(Path.of(endpoints.tokenFile())).strip();
            return new Stage(folder, origins, gateway, new AdminClient(URI.create(endpoints.admin()), token), clock);
        } catch (ConfigException e) {
            origins.close();
            throw new IllegalStateException("the demonstration's own configuration is wrong", e);
        } catch (IOException | StartException | RuntimeException e) {
            origins.close();
            throw e;
        }
    }

    private static String config(Origins origins) {
        String hosts = origins.hosts().entrySet().stream()
                .map(entry -> "\"%s\": \"%s\"".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        return """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress: {hosts: {%s}, trust: ["%s"]}
                """.formatted(hosts, origins.caFile());
    }

    private static SandboxDocuments briefDocuments(Instant ends) {
        String end = DateTimeFormatter.ISO_INSTANT.format(ends);
        return SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"http://docs.demo.test/**\"]}")
                .leaseConstraints("{\"expires_at\": \"" + end + "\"}")
                .run("demo")
                .build();
    }

    Origins origins() {
        return origins;
    }

    AdminClient admin() {
        return admin;
    }

    Path folder() {
        return folder;
    }

    Endpoints endpoints() {
        return gateway.endpoints();
    }

    Path auditFile() {
        return folder.resolve("state").resolve("audit.jsonl");
    }

    String proxyUrl() {
        return gateway.endpoints().proxy();
    }

    /** Returns what {@code sandbox put --env} would write for the agent. */
    Map<String, String> agentVariables() {
        return agent;
    }

    /** Returns the proxy URL of the sandbox whose lease ends two seconds after the start. */
    String expiringProxyUrl() {
        return brief.getOrDefault("http_proxy", "");
    }

    /** Waits until the short lease has ended, then returns its sandbox. */
    AdminClient.Reply briefOnceEnded(AdminClient client) throws IOException {
        for (Instant now = clock.instant(); now.isBefore(briefEnds); now = clock.instant()) {
            LockSupport.parkNanos(Duration.between(now, briefEnds).toNanos());
        }
        return client.get(BRIEF);
    }

    /** Returns a path in the folder at which nothing exists. */
    String fresh(String name) {
        fresh++;
        return folder.resolve(name + fresh).toString();
    }

    void missing(String tool) {
        missing.add(tool);
    }

    Set<String> missing() {
        return missing;
    }

    @Override
    public void close() {
        admin.close();
        gateway.close();
        origins.close();
    }

    /** Returns the variables for the clients of a sandbox just created, and writes the files that they name. */
    Map<String, String> clientVariables(AdminClient.Reply reply) throws IOException {
        String ca = require(reply).body().path("ca_pem").asString("");
        ClientFiles files = ClientFiles.write(folder.resolve("agent.env"), ca, List.of(origins.caFile()), false);
        return ClientVariables.of(variables(reply), files);
    }

    private static Map<String, String> variables(AdminClient.Reply reply) throws IOException {
        var variables = new LinkedHashMap<String, String>();
        for (Map.Entry<String, JsonNode> entry :
                require(reply).body().path("env").properties()) {
            variables.put(entry.getKey(), entry.getValue().asString());
        }
        return variables;
    }

    static AdminClient.Reply require(AdminClient.Reply reply) throws IOException {
        if (!reply.isOk()) {
            throw new IOException("the control API answered " + reply.status() + ": " + reply.body());
        }
        return reply;
    }
}
