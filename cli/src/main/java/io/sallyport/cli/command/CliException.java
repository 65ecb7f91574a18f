package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Ends a command with a sentence on standard error and an exit code. */
public final class CliException extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;
    private final transient List<Diagnostic> diagnostics;

    private CliException(int exitCode, String message, List<Diagnostic> diagnostics) {
        super(message);
        this.exitCode = exitCode;
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** The answer is no, and why. */
    public static CliException no(String message) {
        return new CliException(ExitCodes.NO, message, List.of());
    }

    /** What was given cannot be used. */
    public static CliException unusable(String message) {
        return new CliException(ExitCodes.UNUSABLE, message, List.of());
    }

    /** A document that was given is wrong, and where. */
    public static CliException refused(List<Diagnostic> diagnostics) {
        return refused(diagnostics, Map.of());
    }

    /** The same, with the lines that are wrong; {@code texts} by the names that diagnostics call files by. */
    public static CliException refused(List<Diagnostic> diagnostics, Map<String, String> texts) {
        String all = diagnostics.stream()
                .map(diagnostic -> QuotedSource.of(diagnostic, texts))
                .collect(Collectors.joining("\n"));
        return new CliException(ExitCodes.UNUSABLE, "refused\n" + all, diagnostics);
    }

    /** Something cannot be reached or started. */
    public static CliException unreachable(String message) {
        return new CliException(ExitCodes.UNREACHABLE, message, List.of());
    }

    /** One of {@link ExitCodes}. */
    public int exitCode() {
        return exitCode;
    }

    /** What is wrong with a document; empty where it is something else. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
