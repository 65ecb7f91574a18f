package io.sallyport.leasebridge.learn;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How often something was seen, and when. Immutable.
 *
 * @param count at least 1
 * @param parameters names of parameters that each query had, of letters, digits and {@code _.-}; sorted
 */
public record Sighting(long count, Instant first, Instant last, List<String> parameters) {
    /** Limit of the names that are kept of one query. */
    static final int MAX_PARAMETERS = 16;

    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    public Sighting {
        parameters = List.copyOf(parameters);
    }

    /** Returns what was seen once. */
    public static Sighting at(Instant time) {
        return new Sighting(1, time, time, List.of());
    }

    /** Returns a request that was seen once, with a query that has those names and perhaps others. */
    static Sighting at(Instant time, Collection<String> queryNames) {
        return new Sighting(
                1,
                time,
                time,
                queryNames.stream()
                        .filter(name -> PARAMETER.matcher(name).matches())
                        .distinct()
                        .sorted()
                        .limit(MAX_PARAMETERS)
                        .toList());
    }

    /** Returns both together. */
    public Sighting and(Sighting other) {
        return new Sighting(
                count + other.count,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last,
                parameters.stream().filter(other.parameters::contains).toList());
    }

    /** Returns text such as {@code 3 times, 2026-11-27T15:40:01Z to 2026-11-27T15:41:10Z}, in seconds. */
    @Override
    public String toString() {
        Instant from = first.truncatedTo(ChronoUnit.SECONDS);
        Instant to = last.truncatedTo(ChronoUnit.SECONDS);
        return (count == 1 ? "once" : count + " times") + ", " + from + (from.equals(to) ? "" : " to " + to);
    }
}
