package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the starter of a sandbox with API servers learns about them: from the commands, run as processes with the
 * shipped log configuration, and from the API.
 */
class ServersToldTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String HEALTHY = "[{\"name\":\"words\",\"state\":\"healthy\"}]";

    @TempDir
    private Path folder = Path.of("");

    private ServerPrograms programs = new ServerPrograms(folder);

    @BeforeEach
    void programs() throws IOException {
        programs = ServerPrograms.in(folder);
    }

    @Test
    void aRunSaysOnceHowEachComesUpAndThatTheyHaveEnded() throws Exception {
        programs.writeWords("more", "");
        Path config = Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                state: state
                api_servers: {directories: [programs]}
                """);
        String both = "{name: words, script: words, port: 0}, {name: more, script: more, port: 0}";
        Client.Ended ended = command(
                "run", "--config", config.toString(), "--harness", harness(both).toString(), "--", "echo", "done");
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("done\n");
        List<String> told =
                ended.err().lines().filter(line -> line.contains("API server ")).toList();
        assertThat(told)
                .hasSize(4)
                .contains("sallyport: API server words: starting", "sallyport: API server more: starting")
                .anyMatch(line -> line.matches("sallyport: API server words: healthy after [0-9.]+ s"))
                .anyMatch(line -> line.matches("sallyport: API server more: healthy after [0-9.]+ s"));
        assertThat(ended.err()).containsOnlyOnce("API servers ended; logs in ").contains(" WARN HostServers: ");
    }

    @Test
    void aPutSaysInTheEndThatTheyAreHealthy() throws Exception {
        try (Rig rig = programs.rig()) {
            String[] put = {
                "sandbox",
                "put",
                "--admin",
                rig.adminUrl(),
                "--token-file",
                rig.state().resolve("admin.token").toString(),
                "--harness",
                harness("{name: words, script: words, port: 0}").toString(),
                SB.text()
            };
            Client.Ended ended = command(put);
            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(ended.err()).isEqualTo("""
                    sb-1: loaded, generation 1
                    sb-1: API server words: healthy
                    """);
        }
    }

    @Test
    void theAnswersToAPutAndToAPhaseSayWhereTheyStand() throws Exception {
        try (Rig rig = programs.rig()) {
            AdminClient.Reply put = rig.put(SB, ServerPrograms.documents("words"));
            assertThat(put.body().path("api_servers").toString()).isEqualTo(HEALTHY);
            AdminClient.Reply phase =
                    ServerPrograms.send(rig, "POST", "sandboxes/" + SB + "/phase", "{\"phase\": \"execution\"}");
            assertThat(phase.status()).as(phase.body().toString()).isEqualTo(200);
            assertThat(phase.body().path("api_servers").toString()).isEqualTo(HEALTHY);
        }
    }

    private Client.Ended command(String... arguments) {
        return Client.run(folder, Map.of(), SOON, GatewayJvm.loggingCommand(arguments));
    }

    private Path harness(String servers) throws IOException {
        return Files.writeString(
                folder.resolve("h.yaml"), "agent: a.md\nrole: coder\napi_servers: [" + servers + "]\n");
    }
}
