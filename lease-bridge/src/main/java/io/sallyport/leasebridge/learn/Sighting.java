package io.sallyport.leasebridge.learn;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How often something was seen, and when. Immutable.
 *
 * @param count at least 1
 */
public record Sighting(long count, Instant first, Instant last) {
    /** Returns what was seen once. */
    public static Sighting at(Instant time) {
        return new Sighting(1, time, time);
    }

    /** Returns both together. */
    public Sighting and(Sighting other) {
        return new Sighting(
                count + other.count,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last);
    }

    /** Returns text such as {@code 3 times, 2026-11-27T15:40:01Z to 2026-11-27T15:41:10Z}, in seconds. */
    @Override
    public String toString() {
        Instant from = first.truncatedTo(ChronoUnit.SECONDS);
        Instant to = last.truncatedTo(ChronoUnit.SECONDS);
        return (count == 1 ? "once" : count + " times") + ", " + from + (from.equals(to) ? "" : " to " + to);
    }
}
