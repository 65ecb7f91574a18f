package io.sallyport.cli.command;

import io.sallyport.model.Decision;

/** What a command's exit code means, the same for all. */
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

    /** Of {@code run} alone: ended by that signal before its command was there; as shells have it. */
    public static int signalled(int signal) {
        return 128 + signal;
    }

    /** Of a command that asks a policy. */
    public static int of(Decision decision) {
        return switch (decision) {
            case Decision.Allow _ -> OK;
            case Decision.Deny _ -> NO;
        };
    }
}
