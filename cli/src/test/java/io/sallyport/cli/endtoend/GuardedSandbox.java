package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.cli.ExampleGuardrail;
import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.PackageIndex;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sandbox that may reach everything, with the label {@code hours=day}, before one TLS origin that is a web server, an
 * npm registry and a host of git repositories by its name. What holds it back are guardrails alone.
 */
final class GuardedSandbox implements AutoCloseable {
    static final String STORE = "s3.example.com";
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final String NPM = "npm.example.com";
    private static final String GIT = "git.example.com";
    private static final List<String> HOSTS = List.of(
            "www.example.com",
            "api.example.com",
            "packages.example.com",
            "pastebin.com",
            "example.zip",
            "prod.example.com",
            "releases.example.com",
            STORE,
            "pypi.example.com",
            NPM,
            GIT);
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Path folder;
    private final Origin origin;
    private final Rig rig;
    private final GitRepositories repositories;

    private GuardedSandbox(Path folder, Origin origin, Rig rig, GitRepositories repositories) {
        this.folder = folder;
        this.origin = origin;
        this.rig = rig;
        this.repositories = repositories;
    }

    static GuardedSandbox start(Path folder) throws IOException, StartException {
        return start(folder, "");
    }

    /** Starts one with further lines of configuration. */
    static GuardedSandbox start(Path folder, String more) throws IOException, StartException {
        return start(folder, more, Map.of());
    }

    /** Starts one of which {@link #STORE} is a server of the test's own. */
    static GuardedSandbox startBeforeStore(Path folder, String hostPort) throws IOException, StartException {
        return start(folder, "", Map.of(STORE + ":443", hostPort));
    }

    /** A certificate of {@code host} and its key, for such a server. */
    static TestCa.Leaf leaf(String host) {
        return CA.leaf(host);
    }

    private static GuardedSandbox start(Path folder, String more, Map<String, String> others)
            throws IOException, StartException {
        var repositories = new GitRepositories(require("git"), Files.createDirectory(folder.resolve("served")));
        Origin origin = Origin.tls(CA.leaf(HOSTS.toArray(String[]::new)), byName(repositories));
        Path trusted = Files.writeString(folder.resolve("origins.pem"), CA.pem());
        Map<String, String> hosts = HOSTS.stream()
                .map(host -> host + ":443")
                .collect(Collectors.toMap(host -> host, host -> others.getOrDefault(host, origin.hostPort())));
        Rig rig = Rig.startDecodingSlashes(folder, hosts, trusted, NPM, more);
        var sandbox = new GuardedSandbox(folder, origin, rig, repositories);
        sandbox.put("--env", folder.resolve("sb-1.env").toString());
        return sandbox;
    }

    private static OriginScript byName(GitRepositories repositories) {
        var registry = new PackageIndex("https", List.of(), List.of("@acme/tool", "left-pad"));
        OriginScript web = request -> switch (request.path()) {
            case "/echo" -> Answer.echo(request);
            case "/graphql" ->
                Answer.bytes("application/json", Bytes.of("{\"data\":{\"viewer\":{\"login\":\"mona\"}}}"));
            default -> Answer.text(200, "hello\n");
        };
        return request -> {
            OriginScript answering = switch (String.valueOf(request.header("host"))) {
                case NPM -> registry;
                case GIT -> repositories;
                default -> web;
            };
            return answering.answer(request);
        };
    }

    /** Puts the sandbox again, with an identity token of its runner. */
    void identify(String token) throws IOException {
        put(
                "--identity-token",
                Files.writeString(folder.resolve("identity.jwt"), token + "\n").toString());
    }

    private void put(String... more) {
        List<String> command = new ArrayList<>(List.of(
                "sandbox",
                "put",
                "--admin",
                rig.adminUrl(),
                "--token-file",
                rig.state().resolve("admin.token").toString(),
                "--label",
                "hours=day",
                "sb-1",
                "--allow",
                "https://*:*/**"));
        command.addAll(List.of(more));
        Client.Ended ended = CommandInProcess.run(command.toArray(String[]::new));
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }

    /** Puts {@code guardrail} alone in force, over its own lists. */
    void guard(ExampleGuardrail guardrail) throws IOException {
        guard(guardrail, guardrail.lists());
    }

    /** Tries to put {@code rego} alone in force; returns the answer. */
    AdminClient.Reply guard(String rego) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("rego").put("a.rego", "package sallyport.guardrails\n\n" + rego + "\n");
        return rig.admin().send("PUT", "/v1/guardrails", body, Map.of());
    }

    /** Puts {@code guardrail} alone in force, over {@code lists}. */
    void guard(ExampleGuardrail guardrail, JsonNode lists) throws IOException {
        AdminClient.Reply reply = rig.admin().send("PUT", "/v1/guardrails", guardrail.body(lists), Map.of());
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    }

    GitRepositories repositories() {
        return repositories;
    }

    /** Runs {@code command} in a shell that has sourced the variables of the sandbox. */
    Client.Ended run(String... command) {
        return run(Map.of(), command);
    }

    /** As above, with further variables. */
    Client.Ended run(Map<String, String> variables, String... command) {
        var sourced = new ArrayList<>(List.of(
                "sh",
                "-c",
                ". \"$0\" && exec \"$@\"",
                folder.resolve("sb-1.env").toString()));
        sourced.addAll(List.of(command));
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("GIT_TERMINAL_PROMPT", "0");
        return Client.run(folder, environment, SOON, sourced);
    }

    /** Returns the certificate that clients trust in tunnels that are not opened. */
    String trusted() {
        return folder.resolve("origins.pem").toString();
    }

    /** Returns the status that curl saw: 000 where its CONNECT was refused. */
    String curl(String... more) {
        List<String> command = Stream.concat(
                        Stream.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"), Stream.of(more))
                .toList();
        return run(command.toArray(String[]::new)).out();
    }

    /** Returns reason and rule of the last request or CONNECT that was refused. */
    String lastRefusal() throws IOException {
        JsonNode last = rig.requests().stream()
                .filter(record -> !record.path("verdict").asString().equals("allow"))
                .toList()
                .getLast();
        return last.path("reason").asString() + " " + last.path("rule").asString("");
    }

    /** Returns the value of a metric, by its name and labels as written in the answer. */
    String metric(String name) throws IOException {
        return rig.metrics()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        rig.close();
        origin.close();
    }
}
