package io.sallyport.cli.ask;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say who answers, and why. */
final class AnswerOptions {
    @Option(names = "--name", paramLabel = "WHO", description = "Who answers; recorded beside the name of the token.")
    private @Nullable String name;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why; recorded, and shown to the sandbox with a refusal.")
    private @Nullable String reason;

    @Nullable
    String name() {
        return name;
    }

    @Nullable
    String reason() {
        return reason;
    }
}
