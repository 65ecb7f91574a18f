package io.sallyport.regoengine.builtin;

import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * The wall clock and the source of randomness for policies. An evaluation reads the time once. Implementations must be
 * safe for use by every thread that evaluates.
 */
public interface EvalClock {
    /** Returns nanoseconds since 1970-01-01T00:00:00Z. */
    long epochNanos();

    /** Returns the source of random numbers. */
    RandomGenerator random();

    static EvalClock of(InstantSource wall, RandomGenerator random) {
        return new EvalClock() {
            @Override
            public long epochNanos() {
                Instant now = wall.instant();
                return Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
            }

            @Override
            public RandomGenerator random() {
                return random;
            }
        };
    }
}
