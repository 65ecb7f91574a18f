package io.sallyport.decision.rates;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One rate that the operator names: a token bucket of {@code burst} requests, into which {@code requests} come back
 * evenly in each {@code per}. So in any time as long as {@code per} at most {@code requests + burst} pass. Immutable.
 *
 * @param name as {@link #isName} accepts it
 * @param requests 1 to {@link #MAX_REQUESTS}
 * @param per 1 second to {@link #MAX_PER}
 * @param burst 1 to {@link #MAX_REQUESTS}; requests that may come at once
 * @param by what has a bucket of its own; not empty
 */
public record NamedRate(String name, int requests, Duration per, int burst, List<RateKey> by) {
    public static final int MAX_REQUESTS = 10_000;

    /** With the longest burst at the slowest rate, nanoseconds still fit a {@code long}. */
    public static final Duration MAX_PER = Duration.ofHours(24);

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    public NamedRate {
        by = List.copyOf(by);
        check(isName(name), name, "name");
        check(requests >= 1 && requests <= MAX_REQUESTS, name, "requests");
        check(per.compareTo(Duration.ofSeconds(1)) >= 0 && per.compareTo(MAX_PER) <= 0, name, "per");
        check(burst >= 1 && burst <= MAX_REQUESTS, name, "burst");
        check(!by.isEmpty(), name, "by");
    }

    private static void check(boolean holds, String name, String member) {
        if (!holds) {
            throw new IllegalArgumentException("rates." + name + ": " + member + " is out of range");
        }
    }

    /** Whether a rate may be named so: 1 to 63 of {@code a-z 0-9 . _ -}, the first a letter or a digit. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Nanoseconds in which one request comes back, rounded up: a rate is never more than was said. */
    long interval() {
        return (per.toNanos() + requests - 1) / requests;
    }
}
