package io.sallyport.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A wall clock and a nanosecond clock that only move when told to. Safe for concurrent use. */
public final class ManualClock implements InstantSource, LongSupplier {
    private Instant wall;
    private long nanos;

    /**
     * Starts the nanosecond clock near its overflow, so that code that compares readings instead of differences fails.
     */
    public ManualClock(Instant wall) {
        this.wall = wall;
        this.nanos = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    }

    /** Moves both clocks. */
    public synchronized void advance(Duration by) {
        wall = wall.plus(by);
        nanos += by.toNanos();
    }

    /** Sets only the wall clock, as an operator or NTP does. */
    public synchronized void setWall(Instant to) {
        wall = to;
    }

    @Override
    public synchronized Instant instant() {
        return wall;
    }

    /** Returns elapsed time, which can only be compared by difference. */
    @Override
    public synchronized long getAsLong() {
        return nanos;
    }
}
