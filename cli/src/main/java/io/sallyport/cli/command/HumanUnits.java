package io.sallyport.cli.command;

import java.util.Locale;
import java.util.function.LongSupplier;

/** Formats durations and sizes for people. Immutable. */
public final class HumanUnits {
    private static final double NANOS = 1e9;
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private final LongSupplier nanoClock;
    private final long beginNanos;

    /**
     * Starts measuring now.
     *
     * @param nanoClock elapsed time
     */
    public HumanUnits(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.beginNanos = nanoClock.getAsLong();
    }

    @Override
    public String toString() {
        return seconds(nanoClock.getAsLong() - beginNanos);
    }

    /** Returns text such as {@code 1.23 s}; from ten seconds on, {@code 12 s}. */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, nanos < 10 * NANOS ? "%.2f s" : "%.0f s", nanos / NANOS);
    }

    /** Returns text such as {@code 1023 bytes}, {@code 1.5 KiB} or {@code 50.0 MiB}. */
    public static String size(long bytes) {
        if (bytes < KIB) {
            return bytes + " bytes";
        }
        return bytes < MIB
                ? String.format(Locale.ROOT, "%.1f KiB", bytes / (double) KIB)
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) MIB);
    }
}
