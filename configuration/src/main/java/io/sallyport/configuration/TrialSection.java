package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import java.time.Duration;
import java.util.List;

/** Reads {@code trials}. */
final class TrialSection {
    private static final int MOST_CANDIDATES = 1_000;

    private static final Keys TRIALS = new Keys("trials");
    private static final Key<Duration> MAX_DURATION = TRIALS.value(
            "max_duration",
            Form.DURATION,
            Duration.ofDays(7),
            "How long a candidate or report mode of a sandbox lasts at most" + " ([candidates](candidates.md)).");
    private static final Key<Integer> MAX_CANDIDATES = TRIALS.value(
            "max_candidates", Form.number(0, MOST_CANDIDATES), 100, "Sandboxes with a candidate at one time.");

    private TrialSection() {}

    static List<Keys> keys() {
        return List.of(TRIALS);
    }

    static Config.TrialBounds read(Section section) throws ConfigException {
        var read = new Config.TrialBounds(section.read(MAX_DURATION), section.read(MAX_CANDIDATES));
        section.end();
        return read;
    }
}
