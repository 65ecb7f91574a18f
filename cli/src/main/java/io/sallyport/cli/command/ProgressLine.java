package io.sallyport.cli.command;

import java.io.Console;
import java.io.PrintWriter;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A line on a terminal that says how far long work is; nothing where no terminal is. Confined to one thread. */
public final class ProgressLine implements AutoCloseable {
    private static final long FIRST_NANOS = 1_000_000_000;
    private static final long EACH_NANOS = 100_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final LongSupplier nanoClock;
    private long nextNanos;
    private boolean stands;

    /** @param quiet whether nothing is to be shown, terminal or not */
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

    /** Whether a person watches. Since JDK 22 there is a console where there is no terminal, too. */
    @SuppressWarnings("SystemConsoleNull")
    public static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Shows it, once the work takes long enough for people to wait for it, and ten times a second at most. */
    public void show(Supplier<String> text) {
        long now = shown ? nanoClock.getAsLong() : nextNanos;
        if (now - nextNanos > 0) {
            // back to its beginning, for a line of the log that comes meanwhile
            err.print("\r" + text.get() + "\033[K\r");
            err.flush();
            nextNanos = now + EACH_NANOS;
            stands = true;
        }
    }

    /** Takes the line away. */
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
