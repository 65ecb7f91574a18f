package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Nginx;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A sandbox created by the command line, in front of one TLS origin (ours, or nginx) that only the gateway trusts. Its
 * clients know nothing except the file of {@code --env}, which a shell sources for them.
 */
final class EnvSandbox implements AutoCloseable {
    static final String HOST = "yes.test";
    /** A second name of the origin, which {@link #start} knows. */
    static final String OTHER_HOST = "files.test";

    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Path folder;
    private final @Nullable Origin origin;
    private final Runnable stop;
    private final Rig rig;
    private final Path env;

    private EnvSandbox(Path folder, @Nullable Origin origin, Runnable stop, Rig rig) {
        this.folder = folder;
        this.origin = origin;
        this.stop = stop;
        this.rig = rig;
        this.env = folder.resolve("sb-1.env");
    }

    /** Grants {@code patterns}; the origin behind {@link #HOST} answers by {@code script}. */
    static EnvSandbox start(Path folder, OriginScript script, String... patterns) throws IOException, StartException {
        Origin origin = Origin.tls(CA.leaf(HOST, OTHER_HOST), script);
        Map<String, String> hosts = Map.of(HOST + ":443", origin.hostPort(), OTHER_HOST + ":443", origin.hostPort());
        Rig rig = Rig.start(folder, hosts, trusted(folder));
        var sandbox = new EnvSandbox(folder, origin, origin::close, rig);
        sandbox.put(false, patterns);
        return sandbox;
    }

    /** As above, before a server of the test's own. */
    static EnvSandbox startBefore(Path folder, String hostPort, String... patterns) throws IOException, StartException {
        Rig rig = Rig.start(folder, Map.of(HOST + ":443", hostPort), trusted(folder));
        var sandbox = new EnvSandbox(folder, null, () -> {}, rig);
        sandbox.put(false, patterns);
        return sandbox;
    }

    /** As above, on a port of its own, its browsers provided for. */
    static EnvSandbox startForBrowserBefore(Path folder, String hostPort, String... patterns)
            throws IOException, StartException {
        Rig rig = Rig.startWithOwnPort(folder, Map.of(HOST + ":443", hostPort), List.of(trusted(folder)));
        var sandbox = new EnvSandbox(folder, null, () -> {}, rig);
        sandbox.put(true, patterns);
        return sandbox;
    }

    /** A certificate of {@link #HOST} and its key, for such a server. */
    static TestCa.Leaf leaf() {
        return CA.leaf(HOST);
    }

    /** As above, and {@code %2F} in a path of {@link #HOST} is a slash. */
    static EnvSandbox startDecodingSlashes(Path folder, OriginScript script, String... patterns)
            throws IOException, StartException {
        Origin origin = Origin.tls(CA.leaf(HOST), script);
        Rig rig = Rig.startDecodingSlashes(folder, Map.of(HOST + ":443", origin.hostPort()), trusted(folder), HOST, "");
        var sandbox = new EnvSandbox(folder, origin, origin::close, rig);
        sandbox.put(false, patterns);
        return sandbox;
    }

    /** As {@link #start}, but the sandbox has a port of its own. */
    static EnvSandbox startOnOwnPort(Path folder, OriginScript script, String... patterns)
            throws IOException, StartException {
        Origin origin = Origin.tls(CA.leaf(HOST), script);
        Rig rig = Rig.startWithOwnPort(folder, Map.of(HOST + ":443", origin.hostPort()), List.of(trusted(folder)));
        var sandbox = new EnvSandbox(folder, origin, origin::close, rig);
        sandbox.put(false, patterns);
        return sandbox;
    }

    /** On a port of its own, its browsers provided for, in front of {@code nginx} that serves {@code root}. */
    static EnvSandbox startBeforeNginx(Path folder, Path nginx, Path root, String... patterns)
            throws IOException, StartException {
        Path own = Files.createDirectory(folder.resolve("nginx"));
        Nginx server = Nginx.start(nginx, own, root, CA.leaf(HOST));
        Rig rig = Rig.startWithOwnPort(folder, Map.of(HOST + ":443", server.hostPort()), List.of(trusted(folder)));
        var sandbox = new EnvSandbox(folder, null, server::close, rig);
        sandbox.put(true, patterns);
        return sandbox;
    }

    /** On a port of its own, its browsers provided for, by a gateway that looks into no tunnel. */
    static EnvSandbox startLookingIntoNothing(Path folder, OriginScript script, String... patterns)
            throws IOException, StartException {
        Origin origin = Origin.tls(CA.leaf(HOST), script);
        Rig rig = Rig.startWithOwnPort(
                folder,
                Map.of(HOST + ":443", origin.hostPort()),
                List.of(trusted(folder)),
                "intercept: {mode: \"off\"}\n");
        var sandbox = new EnvSandbox(folder, origin, origin::close, rig);
        sandbox.put(true, patterns);
        return sandbox;
    }

    private static Path trusted(Path folder) throws IOException {
        return Files.writeString(folder.resolve("origins.pem"), CA.pem());
    }

    private void put(boolean browser, String... patterns) {
        put(browser ? List.of("--env=" + env, "--browser") : List.of("--env=" + env), patterns);
    }

    /** The gateway that it belongs to. */
    Rig rig() {
        return rig;
    }

    /** Grants {@code patterns} instead. */
    void grant(String... patterns) {
        put(List.of(), patterns);
    }

    /** Grants {@code patterns} instead, under the sandbox's own Rego. */
    void grantUnder(Path rego, String... patterns) {
        put(List.of("--rego=" + rego), patterns);
    }

    /** Grants what a network policy does instead. */
    void grantBy(Path policy) {
        put(List.of("--policy=" + policy));
    }

    private void put(List<String> options, String... patterns) {
        var command = new ArrayList<>(List.of("sandbox", "put", "--admin", rig.adminUrl(), "--token-file"));
        command.addAll(List.of(rig.state().resolve("admin.token").toString(), "sb-1"));
        command.addAll(options);
        if (patterns.length > 0) {
            command.add("--allow");
            command.addAll(List.of(patterns));
        }
        ends(CommandInProcess.run(command.toArray(String[]::new)));
    }

    /** Returns the records of these kinds in the audit log, oldest first. */
    List<JsonNode> records(String... kinds) throws IOException {
        return rig.records(kinds);
    }

    Path env() {
        return env;
    }

    Origin origin() {
        return Objects.requireNonNull(origin, "this sandbox stands before nginx");
    }

    /**
     * Runs {@code command} in a shell that has sourced the file, with {@code more} set on top, which must not concern
     * the proxy.
     */
    Client.Ended run(Map<String, String> more, String... command) {
        var sourced = new ArrayList<>(List.of("sh", "-c", ". \"$0\" && exec \"$@\"", env.toString()));
        sourced.addAll(List.of(command));
        return Client.run(folder, more, SOON, sourced);
    }

    /** Starts {@code command} as {@link #run} runs it. */
    Client start(Map<String, String> more, String... command) {
        var sourced = new ArrayList<>(List.of("sh", "-c", ". \"$0\" && exec \"$@\"", env.toString()));
        sourced.addAll(List.of(command));
        return Client.start(folder, more, sourced);
    }

    Client.Ended run(String... command) {
        return run(Map.of(), command);
    }

    static Client.Ended ends(Client.Ended ended) {
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
        return ended;
    }

    /**
     * Asserts that every request that reached the origin was inspected and granted, and that {@code refused} is the
     * last one that was not.
     */
    void lookedInto(String refused) throws IOException {
        List<JsonNode> requests = rig.records("http");
        assertThat(requests).allMatch(record -> record.path("inspected").asBoolean());
        assertThat(requests)
                .filteredOn(record -> record.path("verdict").asString().equals("allow"))
                .hasSameSizeAs(origin().received())
                .isNotEmpty();
        JsonNode last = requests.stream()
                .filter(record -> !record.path("verdict").asString().equals("allow"))
                .toList()
                .getLast();
        assertThat(last.path("reason").asString()).isEqualTo("no_grant");
        assertThat(last.path("path").asString()).isEqualTo(refused);
        assertThat(origin().received()).noneMatch(request -> request.path().equals(refused));
    }

    /** Returns the refusals that the sandbox can read about itself. */
    String denials() {
        return ends(run("curl", "-sS", "http://sallyport.internal/v1/denials")).out();
    }

    /** Returns the verdict and reason of each request for {@code path}, all of them inspected. */
    List<String> verdicts(String path) throws IOException {
        return rig.records("http").stream()
                .filter(record -> record.path("host").asString().equals(HOST)
                        && record.path("path").asString().equals(path)
                        && record.path("inspected").asBoolean())
                .map(record -> record.path("verdict").asString() + " "
                        + record.path("reason").asString())
                .toList();
    }

    @Override
    public void close() {
        rig.close();
        stop.run();
    }
}
