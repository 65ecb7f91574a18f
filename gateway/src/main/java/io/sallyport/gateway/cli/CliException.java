package io.sallyport.gateway.cli;

import io.sallyport.model.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;

/** Ends a command with a sentence on standard error and an exit code. */
final class CliException extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CliException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What was given cannot be used. */
    static CliException unusable(String message) {
        return new CliException(ExitCodes.UNUSABLE, message);
    }

    /** A document that was given is wrong, and where. */
    static CliException refused(List<Diagnostic> diagnostics) {
        return unusable(
                "refused\n" + diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
    }

    /** Something cannot be reached or started. */
    static CliException unreachable(String message) {
        return new CliException(ExitCodes.UNREACHABLE, message);
    }

    int exitCode() {
        return exitCode;
    }
}
