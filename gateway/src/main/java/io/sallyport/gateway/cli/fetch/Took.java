package io.sallyport.gateway.cli.fetch;

import java.util.Locale;
import java.util.function.LongSupplier;

/** How long something takes, as people read it. Immutable. */
final class Took {
    private static final double NANOS = 1e9;
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private final LongSupplier nanoClock;
    private final long beginNanos;

    /** Begins now. */
    Took(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.beginNanos = nanoClock.getAsLong();
    }

    @Override
    public String toString() {
        return seconds(nanoClock.getAsLong() - beginNanos);
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, nanos < 10 * NANOS ? "%.2f s" : "%.0f s", nanos / NANOS);
    }

    static String size(long bytes) {
        if (bytes < KIB) {
            return bytes + " bytes";
        }
        return bytes < MIB
                ? String.format(Locale.ROOT, "%.1f KiB", bytes / (double) KIB)
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) MIB);
    }
}
