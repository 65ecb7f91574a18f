package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * When a source is read again.
 *
 * @param ttl after which values without an end are read again
 * @param maxAge how long values without an end are used while their source is down
 * @param refreshBefore how long before their end values are replaced; if they do not live twice as long, at half of
 *     their life
 * @param firstBackoff before the second attempt at a source that is down; doubled for each further one
 * @param maxBackoff the longest time between two attempts
 */
public record RefreshTimes(
        Duration ttl, Duration maxAge, Duration refreshBefore, Duration firstBackoff, Duration maxBackoff) {
    /** Five minutes, one hour, one minute; attempts after one second to five minutes. */
    public static final RefreshTimes DEFAULT = new RefreshTimes(
            Duration.ofMinutes(5),
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5));

    /** For files, whose changes are to be seen soon: two seconds; attempts after one second to 30 seconds. */
    public static final RefreshTimes FILE = new RefreshTimes(
            Duration.ofSeconds(2),
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30));

    /** The longest of these times. */
    public static final Duration MAX = Duration.ofDays(366);

    /** Checks that all are above 0 and at most {@link #MAX}, and that they are in order. */
    public static Parsed<RefreshTimes> of(
            Duration ttl, Duration maxAge, Duration refreshBefore, Duration firstBackoff, Duration maxBackoff) {
        boolean isInRange = Stream.of(ttl, maxAge, refreshBefore, firstBackoff, maxBackoff)
                .allMatch(time -> time.isPositive() && time.compareTo(MAX) <= 0);
        if (!isInRange) {
            return new Parsed.Rejected<>("times of a source are above 0 and at most " + MAX.toDays() + " days");
        }
        if (ttl.compareTo(maxAge) > 0) {
            return new Parsed.Rejected<>("ttl is longer than max_age");
        }
        return firstBackoff.compareTo(maxBackoff) > 0
                ? new Parsed.Rejected<>("first_backoff is longer than max_backoff")
                : new Parsed.Accepted<>(new RefreshTimes(ttl, maxAge, refreshBefore, firstBackoff, maxBackoff));
    }
}
