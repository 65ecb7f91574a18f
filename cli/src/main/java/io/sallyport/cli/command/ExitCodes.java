package io.sallyport.cli.command;

import io.sallyport.model.Decision;

/** The exit codes, with the same meaning for all commands. */
public final class ExitCodes {
    /** Done, or the answer is yes. */
    public static final int OK = 0;
    /** The answer is no. */
    public static final int NO = 1;
    /** Unusable input. */
    public static final int UNUSABLE = 2;
    /** Cannot reach or start something. */
    public static final int UNREACHABLE = 3;

    private ExitCodes() {}

    /**
     * The code of {@code run} if that signal ended it before its command started; the value is the one that shells use.
     */
    public static int signalled(int signal) {
        return 128 + signal;
    }

    /** The code of a command that evaluates a policy. */
    public static int of(Decision decision) {
        return switch (decision) {
            case Decision.Allow _ -> OK;
            case Decision.Deny _ -> NO;
        };
    }
}
