package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code run --fence=on} as a process of its own: what its command leaves running, and two at once. */
class EndedFenceTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int DAEMONS = 20;

    /**
     * A tree of processes: each daemon is in a session of its own, its parent has ended, it hears no signal that can be
     * ignored, and it holds the fifo open.
     */
    private static final String TREE = """
            trap '' TERM INT HUP
            for each in $(seq %d); do
                (setsid sh -c 'trap "" TERM INT HUP; echo begun; while :; do sleep 1000; done' >life &)
            done
            """.formatted(DAEMONS);

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void needs() throws Exception {
        for (String tool : List.of("curl", "env", "kill", "mkfifo", "seq", "setsid")) {
            require(tool);
        }
        for (String fifo : List.of("life", "gate")) {
            assertThat(new ProcessBuilder("mkfifo", folder.resolve(fifo).toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    private Client run(String configuration, String allow, String script) throws IOException {
        Path config = Files.writeString(Files.createTempFile(folder, "gateway", ".yaml"), configuration);
        List<String> command = new ArrayList<>(GatewayJvm.command(
                "run", "--fence=on", "--config", config.toString(), "--allow", allow, "--", "sh", "-c", script));
        command.addAll(0, List.of("env", "--default-signal=INT")); // a shell's background, as of a build, ignores it
        return Client.start(folder, Map.of(), command);
    }

    /** Skips the test where the run ended because there is no fence. */
    private static void requireFence(Client run) {
        if (run.errorSoFar().contains("there is no fence")) {
            RequireTool.absent(run.errorSoFar());
        }
    }

    /** Returns what the daemons write: it ends with the last process that holds the fifo. */
    private InputStream life() throws IOException {
        return new ProcessBuilder("cat", folder.resolve("life").toString())
                .start()
                .getInputStream();
    }

    private static void awaitTree(InputStream life, Client run) throws IOException {
        String begun = "begun\n".repeat(DAEMONS);
        String read = new String(life.readNBytes(begun.length()), StandardCharsets.UTF_8);
        requireFence(run);
        assertThat(read).as(run.errorSoFar()).isEqualTo(begun);
    }

    /** The program outside of the fence has the gateway's end for its own, whatever ended that. */
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void aTreeOfDaemonsEndsWithTheGateway(String signal) throws Exception {
        try (InputStream life = life();
                Client run = run("{}", "https://yes.test/**", TREE + "exec sleep 1000")) {
            awaitTree(life, run);
            new ProcessBuilder("kill", "-" + signal, Long.toString(run.pid()))
                    .start()
                    .waitFor();
            assertThat(life.readAllBytes()).as("it ends").isEmpty();
            assertThat(run.await(SOON).exit()).isNotZero();
        }
    }

    @Test
    void aTreeOfDaemonsEndsWithItsCommand() throws Exception {
        try (InputStream life = life();
                Client run = run("{}", "https://yes.test/**", TREE + "read go <gate; exit 7")) {
            awaitTree(life, run);
            Files.writeString(folder.resolve("gate"), "go\n");
            assertThat(run.await(SOON).exit()).as(run.errorSoFar()).isEqualTo(7);
            assertThat(life.readAllBytes()).as("it ends").isEmpty();
        }
    }

    /** Each has the same ports and addresses inside, and its own grants. */
    @Test
    void twoRunsAtOnceAreJudgedEachByItsOwnGrants() throws Exception {
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"))) {
            String hosts = "egress: {hosts: {\"one.test:80\": \"%s\", \"two.test:80\": \"%s\"}}\n"
                    .formatted(origin.hostPort(), origin.hostPort());
            String curl = "curl -s -m 20 -o /dev/null -w '%{http_code}\\n' --noproxy '*' http://";
            String script = "echo ready; read go <gate; " + curl + "one.test/; " + curl + "two.test/; " + curl
                    + "198.18.0.1/; exit 0";
            try (Client one = run(hosts, "http://one.test/**", script);
                    Client two = run(hosts, "http://two.test/**", script.replace("<gate", "<life"))) {
                one.awaitOutput(text -> text.contains("ready\n"), SOON);
                two.awaitOutput(text -> text.contains("ready\n"), SOON);
                requireFence(one);
                Files.writeString(folder.resolve("gate"), "go\n");
                Files.writeString(folder.resolve("life"), "go\n");
                assertThat(one.await(SOON).out()).isEqualTo("ready\n200\n000\n421\n");
                assertThat(two.await(SOON).out()).isEqualTo("ready\n000\n200\n421\n");
            }
            assertThat(origin.received()).hasSize(2);
        }
    }
}
