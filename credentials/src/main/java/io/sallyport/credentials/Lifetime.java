package io.sallyport.credentials;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long values are used, by two clocks: whichever says first that they are over is right. A wall clock that is set
 * back prolongs no life, and one that stood still during a suspend neither.
 *
 * @param end by the wall clock
 * @param endNanos by elapsed time
 */
record Lifetime(Instant end, long endNanos) {
    /** Creates a life from a moment of both clocks; {@code end} is null where the source says none. */
    static Lifetime of(@Nullable Instant end, RefreshTimes times, Instant now, long nanos) {
        Duration length = end == null ? times.maxAge() : shorter(Duration.between(now, end), RefreshTimes.MAX);
        return new Lifetime(now.plus(length), nanos + length.toNanos());
    }

    boolean isOver(Instant now, long nanos) {
        return !now.isBefore(end) || nanos - endNanos >= 0;
    }

    static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
