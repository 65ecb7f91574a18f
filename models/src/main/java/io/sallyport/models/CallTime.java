package io.sallyport.models;

import io.sallyport.egress.http.RemainingTime;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How long a call may still wait for its backend. Set by one thread, read by any. */
final class CallTime implements RemainingTime {
    private final LongSupplier nanoClock;
    private volatile long endNanos;

    CallTime(LongSupplier nanoClock, Duration time) {
        this.nanoClock = nanoClock;
        this.endNanos = nanoClock.getAsLong() + time.toNanos();
    }

    /** From now on it may wait that long. */
    void set(Duration time) {
        endNanos = nanoClock.getAsLong() + time.toNanos();
    }

    @Override
    public long nanos() {
        return Math.max(0, endNanos - nanoClock.getAsLong());
    }
}
