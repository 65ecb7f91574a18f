package io.sallyport.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A wall clock and a nanosecond clock that move by hand only. Safe for concurrent use. */
public final class ManualClock implements InstantSource, LongSupplier {
    private Instant wall;
    private long nanos;

    /** The nanosecond clock begins near its overflow: code that compares readings instead of differences fails. */
    public ManualClock(Instant wall) {
        this.wall = wall;
        this.nanos = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    }

    /** Moves both clocks. */
    public synchronized void advance(Duration by) {
        wall = wall.plus(by);
        nanos += by.toNanos();
    }

    /** Sets the wall clock alone, as an operator or NTP does. */
    public synchronized void setWall(Instant to) {
        wall = to;
    }

    @Override
    public synchronized Instant instant() {
        return wall;
    }

    /** Elapsed time, comparable by difference only. */
    @Override
    public synchronized long getAsLong() {
        return nanos;
    }
}
