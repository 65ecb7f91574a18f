package io.sallyport.fetch.forge;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When a fetch has to be done. Immutable.
 *
 * @param nanoClock elapsed nanoseconds
 */
public record FetchDeadline(LongSupplier nanoClock, long endNanos) {
    public static FetchDeadline in(Duration time, LongSupplier nanoClock) {
        return new FetchDeadline(nanoClock, nanoClock.getAsLong() + time.toNanos());
    }

    /** What is left of it, 0 where it has passed. */
    public long remainingNanos() {
        return Math.max(0, endNanos - nanoClock.getAsLong());
    }

    /** The same, and no later than so long from now. */
    public FetchDeadline within(Duration time) {
        return new FetchDeadline(nanoClock, nanoClock.getAsLong() + Math.min(remainingNanos(), time.toNanos()));
    }
}
