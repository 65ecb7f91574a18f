package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.gateway.serve.StopSignal;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service on ephemeral ports with its state in one folder, and the operations of a runner. */
final class Rig implements AutoCloseable {
    static final SandboxId SB = new SandboxId("sb-1");
    static final SandboxId OTHER = new SandboxId("sb-2");

    private static final String SHARED = "{listen: [\"127.0.0.1:0\"]}";
    private static final String SHARED_ADMIN = "{listen: \"127.0.0.1:0\"}";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Path folder;
    private final Path config;
    private Service service;
    private AdminClient admin;

    private Rig(Path folder, Path config, Service service, AdminClient admin) {
        this.folder = folder;
        this.config = config;
        this.service = service;
        this.admin = admin;
    }

    /** A service whose {@code egress.hosts} is {@code hosts}. */
    static Rig start(Path folder, Map<String, String> hosts) throws IOException, StartException {
        return start(folder, hosts, "");
    }

    /** As above, with further lines of configuration. */
    static Rig start(Path folder, Map<String, String> hosts, String more) throws IOException, StartException {
        return started(folder, SHARED, egress(hosts, List.of()), more);
    }

    /** A service whose {@code egress.hosts} is {@code hosts}, and {@code egress.trust} that file. */
    static Rig start(Path folder, Map<String, String> hosts, Path trusted) throws IOException, StartException {
        return start(folder, hosts, trusted, "");
    }

    /** As above, with further lines of configuration. */
    static Rig start(Path folder, Map<String, String> hosts, Path trusted, String more)
            throws IOException, StartException {
        return started(folder, SHARED, egress(hosts, List.of(trusted)), more);
    }

    /** As above, with a port that belongs to {@link #SB} alone. */
    static Rig startWithOwnPort(Path folder, Map<String, String> hosts, List<Path> trusted)
            throws IOException, StartException {
        return startWithOwnPort(folder, hosts, trusted, "");
    }

    /** As above, with further lines of configuration. */
    static Rig startWithOwnPort(Path folder, Map<String, String> hosts, List<Path> trusted, String more)
            throws IOException, StartException {
        String proxy = "{listen: [\"127.0.0.1:0\"], ports: {%s: \"127.0.0.1:0\"}}".formatted(SB);
        return started(folder, proxy, egress(hosts, trusted), more);
    }

    /** A service whose proxy listens on the Unix sockets of {@code unix}, too. */
    static Rig startWithUnixSockets(Path folder, Map<String, String> hosts, String unix)
            throws IOException, StartException {
        String proxy = "{listen: [\"127.0.0.1:0\"], unix: %s}".formatted(unix);
        return started(folder, proxy, egress(hosts, List.of()), "");
    }

    /** A service whose proxy listens for SOCKS5, too, and at a port of the other sandbox's own. */
    static Rig startWithSocks(Path folder, Map<String, String> hosts) throws IOException, StartException {
        String proxy = "{listen: [\"127.0.0.1:0\"], socks: [\"127.0.0.1:0\"], socks_ports: {%s: \"127.0.0.1:0\"}}"
                .formatted(OTHER);
        return started(folder, proxy, egress(hosts, List.of()), "");
    }

    /** A service for which {@code %2F} in paths of {@code slashes} is a slash. */
    static Rig startDecodingSlashes(Path folder, Map<String, String> hosts, Path trusted, String slashes, String more)
            throws IOException, StartException {
        String proxy = "{listen: [\"127.0.0.1:0\"], decode_slash: [\"%s\"]}".formatted(slashes);
        return started(folder, proxy, egress(hosts, List.of(trusted)), more);
    }

    /** A service whose {@code egress} has {@code more} keys beside {@code hosts} and {@code trust}. */
    static Rig startWithEgress(Path folder, Map<String, String> hosts, List<Path> trusted, String more)
            throws IOException, StartException {
        String shared = egress(hosts, trusted);
        return started(folder, SHARED, shared.substring(0, shared.length() - 1) + ", " + more + "}", "");
    }

    private static String egress(Map<String, String> hosts, List<Path> trusted) {
        String files = trusted.stream().map(file -> "\"" + file + "\"").collect(Collectors.joining(", "));
        return "{hosts: {%s}, trust: [%s]}".formatted(aliases(hosts), files);
    }

    /** A service whose section {@code proxy} is {@code proxy}. */
    static Rig startWithProxy(Path folder, Map<String, String> hosts, String proxy) throws IOException, StartException {
        return started(folder, proxy, egress(hosts, List.of()), "");
    }

    /** Starts a service whose {@code egress.trust} is that file. */
    static Rig startTrusting(Path folder, String file) throws IOException, StartException {
        return started(folder, SHARED, "{trust: [\"%s\"]}".formatted(file), "");
    }

    /** Starts a service with further token files, {@code "FILE": "ROLE"}, in its state. */
    static Rig startWithRoles(Path folder, Map<String, String> hosts, String roles, String more)
            throws IOException, StartException {
        return started(
                folder, SHARED, "{listen: \"127.0.0.1:0\", roles: {" + roles + "}}", egress(hosts, List.of()), more);
    }

    private static Rig started(Path folder, String proxy, String egress, String more)
            throws IOException, StartException {
        return started(folder, proxy, SHARED_ADMIN, egress, more);
    }

    private static Rig started(Path folder, String proxy, String admin, String egress, String more)
            throws IOException, StartException {
        Path config = Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: %s
                admin: %s
                state: "state"
                egress: %s
                %s""".formatted(proxy, admin, egress, more));
        Service service = service(config);
        return new Rig(folder, config, service, client(service));
    }

    private static String aliases(Map<String, String> hosts) {
        return hosts.entrySet().stream()
                .map(entry -> "\"%s\": \"%s\"".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static Service service(Path config) throws StartException {
        try {
            return Service.start(ConfigFile.read(config, null, config.resolveSibling("state")), new StopSignal());
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static AdminClient client(Service service) throws IOException {
        String token =
                Files.readString(Path.of(service.endpoints().tokenFile())).strip();
        return new AdminClient(URI.create(service.endpoints().admin()), token);
    }

    /** Stops the service and starts another one on the same state. */
    void restart() throws IOException, StartException {
        stop();
        restartAfterStop();
    }

    void restartAfterStop() throws IOException, StartException {
        service = service(config);
        admin = client(service);
    }

    void stop() {
        admin.close();
        service.close();
    }

    /** Returns variables from before a restart, adapted to the proxy's current port. */
    Map<String, String> rebased(Map<String, String> before) {
        int port = URI.create(proxyUrl()).getPort();
        var now = new LinkedHashMap<String, String>();
        before.forEach((name, value) -> now.put(name, value.replaceFirst("@127.0.0.1:\\d+", "@127.0.0.1:" + port)));
        return now;
    }

    Path state() {
        return folder.resolve("state");
    }

    AdminClient admin() {
        return admin;
    }

    String adminUrl() {
        return service.endpoints().admin();
    }

    String proxyUrl() {
        return service.endpoints().proxy();
    }

    /** Returns the operator's token. */
    String token() throws IOException {
        return Files.readString(state().resolve("admin.token")).strip();
    }

    /** Returns the answer of {@code /metrics}. */
    String metrics() throws IOException {
        return metrics("text/plain");
    }

    /** As above, in a form that {@code accept} names. */
    String metrics(String accept) throws IOException {
        var url = URI.create(adminUrl() + "/metrics").toURL();
        var connection = url.openConnection();
        String token =
                Files.readString(Path.of(service.endpoints().tokenFile())).strip();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        connection.setRequestProperty("Accept", accept);
        try (var body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Creates a sandbox with a lease of these patterns; returns the variables for its clients. */
    Map<String, String> grant(SandboxId id, String... patterns) throws IOException {
        AdminClient.Reply reply = put(id, lease(patterns));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return variables(reply);
    }

    AdminClient.Reply put(SandboxId id, SandboxDocuments documents) throws IOException {
        return admin.put(id, documents, false, null);
    }

    static SandboxDocuments lease(String... patterns) {
        return lease(Map.of(), patterns);
    }

    static SandboxDocuments lease(Map<String, String> rego, String... patterns) {
        return raw("{\"net.fetch\": [\"" + String.join("\", \"", patterns) + "\"]}", null, rego);
    }

    static SandboxDocuments raw(@Nullable String lease, @Nullable String constraints, Map<String, String> rego) {
        return SandboxDocuments.builder()
                .lease(lease)
                .leaseConstraints(constraints)
                .rego(rego)
                .run("run-1")
                .build();
    }

    static Map<String, String> variables(AdminClient.Reply reply) {
        var variables = new LinkedHashMap<String, String>();
        reply.body()
                .path("env")
                .properties()
                .forEach(entry -> variables.put(entry.getKey(), entry.getValue().asString()));
        return variables;
    }

    /** Runs a client to its end in a folder of its own. */
    Client.Ended run(Map<String, String> environment, String... command) {
        return Client.run(folder, environment, SOON, List.of(command));
    }

    /** Returns the status that curl saw: the target's (or the refusal's), and the proxy's for a CONNECT, if any. */
    String curl(Map<String, String> environment, String... more) {
        var command = new ArrayList<>(List.of(
                "curl",
                "-s",
                "--noproxy",
                "",
                "--max-time",
                "60",
                "-o",
                "/dev/null",
                "-w",
                "%{http_code} %{http_connect}"));
        command.addAll(List.of(more));
        return Client.run(folder, environment, SOON, command).out();
    }

    /** Returns the status that curl saw and the body, as {@code 200 BODY}. */
    String answer(Map<String, String> environment, String... more) {
        var command = new ArrayList<>(List.of("curl", "-s", "--noproxy", "", "-w", "\n%{http_code}"));
        command.addAll(List.of(more));
        String said = Client.run(folder, environment, SOON, command).out();
        int line = said.lastIndexOf('\n');
        return said.substring(line + 1) + " " + said.substring(0, Math.max(line, 0));
    }

    /** Returns the requests in the audit log, oldest first. */
    List<JsonNode> requests() throws IOException {
        return records("connect", "http");
    }

    /** Returns the records of these kinds in the audit log, oldest first. */
    List<JsonNode> records(String... kinds) throws IOException {
        String text = Files.readString(state().resolve("audit.jsonl"));
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(JSON::readTree)
                .filter(record -> List.of(kinds).contains(record.path("kind").asString("")))
                .toList();
    }

    JsonNode lastRequest() throws IOException {
        return requests().getLast();
    }

    @Override
    public void close() {
        stop();
    }
}
