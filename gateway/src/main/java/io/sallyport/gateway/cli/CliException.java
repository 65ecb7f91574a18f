package io.sallyport.gateway.cli;

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

    /** Something cannot be reached or started. */
    static CliException unreachable(String message) {
        return new CliException(ExitCodes.UNREACHABLE, message);
    }

    int exitCode() {
        return exitCode;
    }
}
