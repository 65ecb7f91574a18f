package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the command line in a JVM of its own, with the tested classes ({@link ClassArchive}). */
public final class GatewayJvm {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String MAIN = "io.sallyport.cli.Main";
    private static final String TEST_LOG = "-Dlogback.configurationFile="
            + Path.of("target/test-classes/logback-test.xml").toAbsolutePath();
    private static final Duration SOON = Duration.ofMinutes(2);

    private GatewayJvm() {}

    /**
     * Returns the command line for {@code arguments}; JVM options may be inserted at index 1. The log has warnings
     * only, as that of the tests.
     */
    static List<String> command(String... arguments) {
        List<String> command = loggingCommand(arguments);
        command.add(1, TEST_LOG);
        return command;
    }

    /** As {@link #command}, with the shipped log configuration. */
    static List<String> loggingCommand(String... arguments) {
        return command(ClassArchive.OPTIONS, arguments);
    }

    /** Returns the command line in a JVM with these options, which name the class path. */
    static List<String> command(List<String> options, String... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.add(MAIN);
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the command line without arguments, for a shell. */
    public static String shell() {
        return command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    /** Starts a gateway with that configuration. */
    static Client serve(Path folder, Path config) {
        return Client.start(folder, Map.of(), command("serve", "--config", config.toString()));
    }

    /** Returns what it prints when it is ready. */
    static JsonNode ready(Client serve) {
        String out = serve.awaitOutput(text -> text.contains("\n"), SOON);
        assertThat(out).as(serve.errorSoFar()).endsWith("}\n");
        return JSON.readTree(out);
    }
}
