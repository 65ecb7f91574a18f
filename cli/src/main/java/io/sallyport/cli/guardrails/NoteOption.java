package io.sallyport.cli.guardrails;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that says why something is changed. */
public final class NoteOption {
    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the history and the audit log; one line.")
    private @Nullable String note;

    /** Returns what it says, or null. */
    public @Nullable String text() {
        return note;
    }
}
