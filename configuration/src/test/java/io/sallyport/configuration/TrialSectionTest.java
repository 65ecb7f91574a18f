package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TrialSectionTest {
    @Test
    void replaysAndCandidatesAreBoundedWhereNothingIsSaid() throws ConfigException {
        assertThat(parse("")).isEqualTo(new Config.TrialBounds(Duration.ofDays(7), 100, 5_000, 50_000));
    }

    @Test
    void theBoundsOfAReplayAreSettings() throws ConfigException {
        assertThat(parse("trials: {replay_records: 100000, replay_answers: 1}\n"))
                .isEqualTo(new Config.TrialBounds(Duration.ofDays(7), 100, 100_000, 1));
    }

    @Test
    void aReplayWithoutABoundIsRefused() {
        for (String wrong : new String[] {"replay_records: 0", "replay_records: 100001", "replay_answers: 0"}) {
            assertThatThrownBy(() -> parse("trials: {" + wrong + "}\n"))
                    .as(wrong)
                    .hasMessageContaining("expected: a number from 1 to");
        }
    }

    private static Config.TrialBounds parse(String text) throws ConfigException {
        return ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/state"))
                .trials();
    }
}
