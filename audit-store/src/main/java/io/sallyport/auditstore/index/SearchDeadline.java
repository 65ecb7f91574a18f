package io.sallyport.auditstore.index;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The bound of time of one search, which is asked once in a while. Confined to one thread. */
final class SearchDeadline {
    /** How long a search may take. */
    static final Duration MOST = Duration.ofSeconds(5);

    private static final int LOOK_EVERY = 1 << 12;

    private final LongSupplier nanoClock;
    private final long end;
    private int steps;
    private boolean isOver;

    SearchDeadline(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        end = nanoClock.getAsLong() + MOST.toNanos();
    }

    /** Counts one step. Returns whether the time is over. */
    boolean step() {
        if (++steps % LOOK_EVERY == 0) {
            isOver |= nanoClock.getAsLong() - end >= 0;
        }
        return isOver;
    }

    boolean isOver() {
        return isOver;
    }
}
