package io.sallyport.decision.rates;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One rate that the operator names: a token bucket of {@code burst} requests, or tokens of models, into which {@code
 * most} come back evenly in each {@code per}. So in any time as long as {@code per} at most {@code most + burst}
 * requests pass. Immutable.
 *
 * @param name as {@link #isName} accepts it
 * @param most within the bounds of its unit
 * @param per 1 second to {@link #MAX_PER}
 * @param burst 1 to the most of its unit; what may come at once
 * @param by what has a bucket of its own; not empty
 */
public record NamedRate(String name, RateUnit unit, int most, Duration per, int burst, List<RateKey> by) {
    public static final Duration MAX_PER = Duration.ofHours(24);

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    public NamedRate {
        by = List.copyOf(by);
        check(isName(name), name, "name");
        check(most >= unit.least() && most <= unit.most(), name, unit.word());
        check(per.compareTo(Duration.ofSeconds(1)) >= 0 && per.compareTo(MAX_PER) <= 0, name, "per");
        check(burst >= 1 && burst <= unit.most(), name, "burst");
        check(!by.isEmpty(), name, "by");
    }

    /** Creates a rate of requests. */
    public NamedRate(String name, int requests, Duration per, int burst, List<RateKey> by) {
        this(name, RateUnit.REQUESTS, requests, per, burst, by);
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

    /** Nanoseconds in which one comes back, rounded up: a rate is never more than was said. */
    long interval() {
        return (per.toNanos() + most - 1) / most;
    }
}
