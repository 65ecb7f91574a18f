package io.sallyport.gateway.cli.policy;

import java.io.Console;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** A line on a terminal that says how far the tests are; nothing where no terminal is. Confined to one thread. */
final class TestProgress implements AutoCloseable {
    private static final long FIRST_NANOS = 1_000_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final LongSupplier nanoClock;
    private final long started;
    private boolean stands;

    TestProgress(PrintWriter err, boolean quiet) {
        this(err, !quiet && isTerminal(), System::nanoTime);
    }

    TestProgress(PrintWriter err, boolean shown, LongSupplier nanoClock) {
        this.err = err;
        this.shown = shown;
        this.nanoClock = nanoClock;
        this.started = nanoClock.getAsLong();
    }

    /** Since JDK 22 there is a console where there is no terminal, too. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Shows it, once a run takes long enough for people to wait for it. */
    void show(int ended, int all) {
        if (shown && ended < all && nanoClock.getAsLong() - started > FIRST_NANOS) {
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
