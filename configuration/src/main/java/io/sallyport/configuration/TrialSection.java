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
    private static final int MOST_RECORDS = 100_000;
    private static final int MOST_ANSWERS = 1_000_000;

    private static final Keys TRIALS = new Keys("trials");
    private static final Key<Duration> MAX_DURATION = TRIALS.value(
            "max_duration",
            Form.DURATION,
            Duration.ofDays(7),
            "How long a candidate or report mode of a sandbox lasts at most" + " ([candidates](candidates.md)).");
    private static final Key<Integer> MAX_CANDIDATES = TRIALS.value(
            "max_candidates", Form.number(0, MOST_CANDIDATES), 100, "Sandboxes with a candidate at one time.");
    private static final Key<Integer> REPLAY_RECORDS = TRIALS.value(
            "replay_records",
            Form.number(1, MOST_RECORDS),
            5_000,
            "Records that one replay of the control API asks about at most ([replay](policy-replay.md)).");
    private static final Key<Integer> REPLAY_ANSWERS = TRIALS.value(
            "replay_answers",
            Form.number(1, MOST_ANSWERS),
            50_000,
            "Different questions whose answers a replay keeps, so that equal ones are asked once. Each takes some"
                    + " 800 bytes.");

    private TrialSection() {}

    static List<Keys> keys() {
        return List.of(TRIALS);
    }

    static Config.TrialBounds read(Section section) throws ConfigException {
        var read = new Config.TrialBounds(
                section.read(MAX_DURATION),
                section.read(MAX_CANDIDATES),
                section.read(REPLAY_RECORDS),
                section.read(REPLAY_ANSWERS));
        section.end();
        return read;
    }
}
