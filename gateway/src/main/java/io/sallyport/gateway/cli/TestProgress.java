package io.sallyport.gateway.cli;

import java.io.Console;
import java.io.PrintWriter;

/** A line on a terminal that says how far the tests are; nothing where no terminal is. Confined to one thread. */
final class TestProgress implements AutoCloseable {
    private static final long FIRST_NANOS = 1_000_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final long started = System.nanoTime();
    private boolean stands;

    TestProgress(PrintWriter err, boolean quiet) {
        this.err = err;
        this.shown = !quiet && isTerminal();
    }

    /** Since JDK 22 there is a console where there is no terminal, too. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Shows it, once a run takes long enough for people to wait for it. */
    void show(int ended, int all) {
        if (shown && ended < all && System.nanoTime() - started > FIRST_NANOS) {
            err.print("\r" + ended + "/" + all + " tests");
            err.flush();
            stands = true;
        }
    }

    /** Takes the line away. */
    void clear() {
        if (stands) {
            err.print("\r\033[K");
            err.flush();
            stands = false;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
