package io.sallyport.cli.policy;

import io.sallyport.cli.command.TimeConverter;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that sets the clock of an evaluation. */
final class TimeOption {
    @Option(
            names = "--time",
            paramLabel = "RFC3339",
            converter = TimeConverter.class,
            description = "Judge as at this time, such as 2026-11-25T22:00:00Z: what time.now_ns answers, and whether a"
                    + " lease is expired (default: now).")
    private @Nullable Instant time;

    /** Returns a clock that stands at the given time, or else the system's. */
    InstantSource clock() {
        return time == null ? InstantSource.system() : InstantSource.fixed(time);
    }
}
