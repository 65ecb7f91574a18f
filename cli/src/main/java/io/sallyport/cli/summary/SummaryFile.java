package io.sallyport.cli.summary;

import io.sallyport.audit.AuditLog;
import io.sallyport.cli.command.CliException;
import io.sallyport.model.DialRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The file that a run's summary is added to. The log is safe for concurrent use, the rest confined to a thread. */
public final class SummaryFile {
    /** In place of a file: the one that GitHub Actions name, if they do. */
    public static final String AUTO = "auto";

    private static final String OF_GITHUB = "GITHUB_STEP_SUMMARY";

    private final Path file;
    private final SeenRequests seen = new SeenRequests();

    private SummaryFile(Path file) {
        this.file = file;
    }

    /**
     * Returns the file that the flag names; null if there is none.
     *
     * @param named a path, or {@link #AUTO}; null without the flag
     * @param environment of this process
     * @throws CliException if nothing can be written there
     */
    public static @Nullable SummaryFile of(@Nullable String named, Map<String, String> environment)
            throws CliException {
        String path = AUTO.equals(named) ? environment.get(OF_GITHUB) : named;
        if (path == null || path.isEmpty()) {
            return null;
        }
        var summary = new SummaryFile(Path.of(path));
        summary.add("");
        return summary;
    }

    /** Returns a log that counts requests, before {@code log}. */
    public AuditLog noting(AuditLog log) {
        return new SummaryLog(log, seen);
    }

    /** Adds the summary; what cannot be written is told, since the command has run. */
    public void write(DialRules dials, PrintWriter err) {
        try {
            add(StepSummary.of(seen, dials));
        } catch (CliException e) {
            err.println("sallyport: " + e.getMessage());
            err.flush();
        }
    }

    private void add(String text) throws CliException {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw CliException.unusable(file + ": the summary cannot be written: " + e.getMessage());
        }
    }
}
