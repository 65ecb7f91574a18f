package io.sallyport.regoengine.builtin;

import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Wall time and chance, as a policy sees them. An evaluation asks for the time once and keeps it. Must be safe to use by
 * every thread that evaluates with it.
 */
public interface EvalClock {
    /** Nanoseconds since 1970-01-01T00:00:00Z. */
    long epochNanos();

    /** Where random numbers come from. */
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
