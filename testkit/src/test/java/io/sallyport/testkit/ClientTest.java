package io.sallyport.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void tellsHowAProcessEnded() {
        Client.Ended ended = Client.run(folder, Map.of(), SOON, shell("echo out; echo err >&2; exit 3"));

        assertThat(ended).isEqualTo(new Client.Ended(3, "out\n", "err\n", false));
    }

    @Test
    void passesOnNothingOfTheCallersEnvironmentButThePath() {
        Client.Ended ended = Client.run(folder, Map.of("GIVEN", "yes"), SOON, List.of("/usr/bin/env"));

        assertThat(ended.out().lines().map(line -> line.substring(0, line.indexOf('='))))
                .containsExactlyInAnyOrder("PATH", "HOME", "LANG", "GIVEN");
    }

    @Test
    void killsWhatTakesTooLongWithItsChildren() {
        Client.Ended ended =
                Client.run(folder, Map.of(), Duration.ofMillis(200), shell("echo begun; sleep 600 & wait"));

        assertThat(ended.timedOut()).isTrue();
        assertThat(ended.exit()).isEqualTo(-1);
    }

    @Test
    void waitsForALineOfOutputWhileTheProcessRuns() {
        try (Client client = Client.start(folder, Map.of(), shell("echo ready; exec sleep 600"))) {
            assertThat(client.awaitOutput(text -> text.endsWith("\n"), SOON)).isEqualTo("ready\n");
            client.terminate();
            assertThat(client.await(SOON).exit()).isEqualTo(143);
        }
    }

    private static List<String> shell(String script) {
        return List.of("/bin/sh", "-c", script);
    }
}
