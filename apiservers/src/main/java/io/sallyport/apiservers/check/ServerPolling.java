package io.sallyport.apiservers.check;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits for what a server does in its own time. Safe for concurrent use. */
record ServerPolling(LongSupplier nanoClock) {
    private static final long PAUSE_MILLIS = 20;

    /** Whether it becomes so within {@code limit}. */
    boolean until(Duration limit, BooleanSupplier so) throws InterruptedException {
        long from = nanoClock.getAsLong();
        while (!so.getAsBoolean()) {
            if (nanoClock.getAsLong() - from > limit.toNanos()) {
                return false;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return true;
    }

    /** What is left of {@code whole} since {@code fromNanos}; never negative. */
    Duration left(Duration whole, long fromNanos) {
        long left = whole.toNanos() - (nanoClock.getAsLong() - fromNanos);
        return Duration.ofNanos(Math.max(0, left));
    }
}
