package io.sallyport.egress;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Until when something must be done. Immutable.
 *
 * @param nanos in terms of {@code nanoClock}, elapsed time
 */
record Deadline(LongSupplier nanoClock, long nanos) {
    static Deadline in(Duration time, LongSupplier nanoClock) {
        return new Deadline(nanoClock, nanoClock.getAsLong() + time.toNanos());
    }

    /** What is left; at least 1, since 0 means "for ever" to timers. */
    int millisLeft() {
        long left = TimeUnit.NANOSECONDS.toMillis(nanos - nanoClock.getAsLong());
        return Math.clamp(left, 1, Integer.MAX_VALUE);
    }
}
