package io.sallyport.cli.endtoend;

import io.sallyport.testkit.Client;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tested classes in jars with an archive of those that a gateway loads, from which a JVM starts with a third of the
 * processor time that folders take. Both are made once and kept in {@code target} as long as no class changes.
 */
final class ClassArchive {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final SharedFiles MADE =
            new SharedFiles(Path.of("target/class-archive").toAbsolutePath());

    /** The options with which a JVM has the tested classes, from the archive. */
    static final List<String> OPTIONS = options();

    private ClassArchive() {}

    private static List<String> options() {
        try {
            List<Path> jars = TestedJars.of(MADE);
            String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            Path archive =
                    MADE.file("classes-" + TestedJars.fingerprint(jars) + ".jsa", file -> archive(classPath, file));
            // a JVM that an archive does not fit starts without it; no test's output has words about that
            return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:aot=off", "-cp", classPath);
        } catch (IOException e) {
            throw new UncheckedIOException("no archive of the tested classes", e);
        }
    }

    /** Starts a gateway, which writes its classes when it ends. */
    private static void archive(String classPath, Path archive) throws IOException {
        Path folder = Files.createTempDirectory("class-archive");
        Path config = Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                """);
        List<String> options =
                List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off", "-Xlog:aot=off", "-cp", classPath);
        List<String> command = GatewayJvm.command(options, "serve", "--config", config.toString());
        try (Client serve = Client.start(folder, Map.of(), command)) {
            GatewayJvm.ready(serve);
            serve.terminate();
            Client.Ended ended = serve.await(SOON);
            if (!Files.exists(archive)) {
                throw new IOException("no archive: " + ended);
            }
        }
    }
}
