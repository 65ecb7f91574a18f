package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that holds secrets in files, and one origin under several names. The sandbox {@code sb-1} is granted the
 * credentials that its policy names; it knows nothing but the file of {@code --env}.
 */
final class CredentialSandbox implements AutoCloseable {
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Path folder;
    private final @Nullable Origin origin;
    private final Rig rig;
    private final Map<String, String> secrets;
    private boolean closed;

    private CredentialSandbox(Path folder, @Nullable Origin origin, Rig rig, Map<String, String> secrets) {
        this.folder = folder;
        this.origin = origin;
        this.rig = rig;
        this.secrets = Map.copyOf(secrets);
    }

    /**
     * Starts the gateway.
     *
     * @param secrets file name to secret
     * @param providers the section {@code providers}, which names those files
     * @param names of the origin
     */
    static CredentialSandbox start(
            Path folder, OriginScript script, Map<String, String> secrets, String providers, String... names)
            throws IOException, StartException {
        Origin origin = Origin.tls(CA.leaf(names), script);
        return new CredentialSandbox(
                folder, origin, rig(folder, origin.hostPort(), secrets, providers, names), secrets);
    }

    /** As above, before a server of the test's own. */
    static CredentialSandbox startBefore(
            Path folder, String hostPort, Map<String, String> secrets, String providers, String... names)
            throws IOException, StartException {
        return new CredentialSandbox(folder, null, rig(folder, hostPort, secrets, providers, names), secrets);
    }

    /** A certificate of those names and its key, for such a server. */
    static TestCa.Leaf leaf(String... names) {
        return CA.leaf(names);
    }

    private static Rig rig(Path folder, String hostPort, Map<String, String> secrets, String providers, String... names)
            throws IOException, StartException {
        for (Map.Entry<String, String> secret : secrets.entrySet()) {
            Path file = folder.resolve(secret.getKey());
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, secret.getValue());
        }
        Map<String, String> hosts = Stream.of(names).collect(Collectors.toMap(name -> name + ":443", _ -> hostPort));
        Path trusted = Files.writeString(folder.resolve("origins.pem"), CA.pem());
        return Rig.startWithOwnPort(folder, hosts, List.of(trusted), providers);
    }

    /** Puts a sandbox under that network policy, and writes the file of its variables. */
    void put(String id, String policy, String... more) throws IOException {
        put(id, "--policy=" + Files.writeString(folder.resolve(id + ".yaml"), policy), List.of(more));
    }

    /** Puts a sandbox under that lease, and writes the file of its variables. */
    void putLease(String id, String lease, String... more) throws IOException {
        put(id, "--lease=" + Files.writeString(folder.resolve(id + ".lease.json"), lease), List.of(more));
    }

    private void put(String id, String document, List<String> more) {
        var command = new ArrayList<>(List.of(
                "sandbox",
                "put",
                "--admin",
                rig.adminUrl(),
                "--token-file",
                rig.state().resolve("admin.token").toString(),
                id,
                document,
                "--env=" + env(id)));
        command.addAll(more);
        EnvSandbox.ends(CommandInProcess.run(command.toArray(String[]::new)));
    }

    Path env(String id) {
        return folder.resolve(id + ".env");
    }

    /** Returns what that variable of the sandbox has. */
    String variable(String id, String name) {
        return EnvSandbox.ends(runAs(id, Map.of(), "printenv", name)).out().strip();
    }

    Client.Ended run(String... command) {
        return runAs("sb-1", Map.of(), command);
    }

    Client.Ended runAs(String id, Map<String, String> more, String... command) {
        var sourced = new ArrayList<>(List.of("sh", "-c", ". \"$0\" && exec \"$@\"", env(id).toString()));
        sourced.addAll(List.of(command));
        return Client.run(folder, more, SOON, sourced);
    }

    Origin origin() {
        return Objects.requireNonNull(origin, "this sandbox stands before a server of its test");
    }

    Rig rig() {
        return rig;
    }

    /** Asserts that {@code text} has no secret, in no form that a target, or a log, could give it. */
    void hidesSecrets(String what, String text) {
        for (String secret : secrets.values()) {
            for (String form : forms(secret)) {
                assertThat(text.contains(form))
                        .as(what + " has a secret as " + kind(secret, form))
                        .isFalse();
            }
        }
    }

    /** Closes the gateway, and looks through every file that it has written. */
    void hidesSecretsInFiles() throws IOException {
        close();
        try (Stream<Path> files = Files.walk(rig.state())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                hidesSecrets(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static String kind(String secret, String form) {
        return form.equals(secret) ? "it is" : form.contains("%") ? "percent escapes" : "Base64";
    }

    /** Plain, percent-encoded, and the parts of Base64 that depend on the secret alone. */
    static List<String> forms(String secret) {
        List<String> forms = new ArrayList<>(List.of(secret));
        var percent = new StringBuilder();
        secret.chars().forEach(c -> percent.append("%%%02X".formatted(c)));
        forms.add(percent.toString());
        for (String before : List.of("", "x", "xx")) {
            String all = Base64.getEncoder().encodeToString((before + secret).getBytes(StandardCharsets.UTF_8));
            forms.add(all.substring(before.isEmpty() ? 0 : 4, all.length() - 4));
        }
        return forms;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            rig.close();
            if (origin != null) {
                origin.close();
            }
        }
    }
}
