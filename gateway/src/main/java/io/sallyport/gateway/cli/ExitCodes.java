package io.sallyport.gateway.cli;

/** What a command's exit code means, the same for all. */
final class ExitCodes {
    static final int OK = 0;
    /** The answer is no. */
    static final int NO = 1;
    /** Unusable input. */
    static final int UNUSABLE = 2;
    /** Cannot reach or start something. */
    static final int UNREACHABLE = 3;

    private ExitCodes() {}
}
