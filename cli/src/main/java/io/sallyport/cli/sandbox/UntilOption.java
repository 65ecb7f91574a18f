package io.sallyport.cli.sandbox;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that says when a candidate or report mode ends by itself. */
final class UntilOption {
    @Option(
            names = "--until",
            paramLabel = "RFC3339",
            description = "When it ends by itself, such as 2026-12-01T18:00:00Z (default: as late as the gateway"
                    + " permits, trials.max_duration).")
    private @Nullable String until;

    @Nullable
    String text() {
        return until;
    }
}
