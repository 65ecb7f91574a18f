package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;

/** Ends a command with a message on standard error and an exit code. */
public final class CliException extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;
    private final transient List<Diagnostic> diagnostics;

    private CliException(int exitCode, String message, List<Diagnostic> diagnostics) {
        super(message);
        this.exitCode = exitCode;
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** The answer is no. */
    public static CliException no(String message) {
        return new CliException(ExitCodes.NO, message, List.of());
    }

    /** The input is unusable. */
    public static CliException unusable(String message) {
        return new CliException(ExitCodes.UNUSABLE, message, List.of());
    }

    /** A given document is wrong. */
    public static CliException refused(List<Diagnostic> diagnostics) {
        return refused(diagnostics, SourceTexts.NONE);
    }

    /** A given document is wrong; the lines that diagnostics refer to are quoted from {@code texts}. */
    public static CliException refused(List<Diagnostic> diagnostics, SourceTexts texts) {
        String all = diagnostics.stream()
                .map(diagnostic -> QuotedSource.of(diagnostic, texts))
                .collect(Collectors.joining("\n"));
        return new CliException(ExitCodes.UNUSABLE, "refused\n" + all, diagnostics);
    }

    /** Something cannot be reached or started. */
    public static CliException unreachable(String message) {
        return new CliException(ExitCodes.UNREACHABLE, message, List.of());
    }

    /** Returns one of {@link ExitCodes}. */
    public int exitCode() {
        return exitCode;
    }

    /** Returns the diagnostics of a document; empty if the problem is something else. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
