package io.sallyport.cli.command;

import java.io.Console;
import java.io.PrintWriter;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A line on a terminal that shows the progress of long work; prints nothing without a terminal. Confined to one thread.
 */
public final class ProgressLine implements AutoCloseable {
    private static final long FIRST_NANOS = 1_000_000_000;
    private static final long EACH_NANOS = 100_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final LongSupplier nanoClock;
    private long nextNanos;
    private boolean stands;

    /** @param quiet true to show nothing even on a terminal */
    public ProgressLine(PrintWriter err, boolean quiet) {
        this(err, !quiet && isTerminal(), System::nanoTime);
    }

    /** @param nanoClock elapsed time */
    public ProgressLine(PrintWriter err, boolean shown, LongSupplier nanoClock) {
        this.err = err;
        this.shown = shown;
        this.nanoClock = nanoClock;
        this.nextNanos = nanoClock.getAsLong() + FIRST_NANOS;
    }

    /** Returns whether a person watches. Since JDK 22, a console exists even without a terminal. */
    @SuppressWarnings("SystemConsoleNull")
    public static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Shows the line once the work takes so long that people wait, at most ten times a second. */
    public void show(Supplier<String> text) {
        long now = shown ? nanoClock.getAsLong() : nextNanos;
        if (now - nextNanos > 0) {
            // the carriage return lets a log message overwrite the line
            err.print("\r" + text.get() + "\033[K\r");
            err.flush();
            nextNanos = now + EACH_NANOS;
            stands = true;
        }
    }

    /** Removes the line. */
    public void clear() {
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
