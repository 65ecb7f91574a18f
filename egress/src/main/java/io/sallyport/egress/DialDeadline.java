package io.sallyport.egress;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time by which something must be done. Immutable.
 *
 * @param nanos the deadline on {@code nanoClock}, which measures elapsed time
 */
record DialDeadline(LongSupplier nanoClock, long nanos) {
    static DialDeadline in(Duration time, LongSupplier nanoClock) {
        return new DialDeadline(nanoClock, nanoClock.getAsLong() + time.toNanos());
    }

    /** Returns the time left; at least 1, because timers read 0 as "no limit". */
    int millisLeft() {
        long left = TimeUnit.NANOSECONDS.toMillis(nanos - nanoClock.getAsLong());
        return Math.clamp(left, 1, Integer.MAX_VALUE);
    }
}
