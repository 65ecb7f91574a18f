package io.sallyport.apiservers;

/**
 * How a process ended.
 *
 * @param code 0..255; one that a signal ended has 128 and the signal's number, as shells have it
 */
public record ExitStatus(int code) {
    private static final int SIGNALLED = 128;

    /** Whether it ended by itself and says that all is well. */
    public boolean isClean() {
        return code == 0;
    }

    @Override
    public String toString() {
        return code > SIGNALLED ? "ended by signal " + (code - SIGNALLED) : "exit status " + code;
    }
}
