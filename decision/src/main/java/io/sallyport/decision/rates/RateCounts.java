package io.sallyport.decision.rates;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The counts of all rates, within their bounds. What is full again is forgotten first, since it says the same as none;
 * what is not is never forgotten, so that asking for ever new hosts gives nobody a fresh bucket. Guarded by the lock of
 * {@link NamedRates}.
 */
final class RateCounts {
    private final RateBounds bounds;
    private final SortedSet<RateCount> all = new TreeSet<>(RateCount.BY_FULL);
    private final Map<String, SortedSet<RateCount>> byFamily = new HashMap<>();
    private long made;

    RateCounts(RateBounds bounds) {
        this.bounds = bounds;
    }

    /** Forgets what is idle until there is room for {@code more} of {@code family}; false where there is none. */
    boolean makeRoom(String family, int more, long now) {
        return forget(byFamily.get(family), bounds.perSandbox() - more, now) && forget(all, bounds.total() - more, now);
    }

    private boolean forget(@Nullable SortedSet<RateCount> counts, int most, long now) {
        if (counts == null || most < 0) {
            return most >= 0;
        }
        while (counts.size() > most) {
            RateCount first = counts.first();
            if (first.queuedAt > now) {
                return false;
            }
            all.remove(first);
            family(first).remove(first);
            if (first.isIdle(now)) {
                first.table.remove(first);
            } else {
                list(first);
            }
            dropEmpty(first.family);
        }
        return true;
    }

    RateCount add(RateTable table, RateSubject subject) {
        RateCount count = table.add(subject, made++);
        list(count);
        return count;
    }

    private void list(RateCount count) {
        count.queuedAt = count.bucket.fullAt();
        all.add(count);
        family(count).add(count);
    }

    /** Puts one in order again that is full earlier than it was. */
    void moved(RateCount count) {
        if (all.remove(count)) {
            family(count).remove(count);
            list(count);
        }
    }

    private SortedSet<RateCount> family(RateCount count) {
        return byFamily.computeIfAbsent(count.family, _ -> new TreeSet<>(RateCount.BY_FULL));
    }

    private void dropEmpty(String family) {
        byFamily.computeIfPresent(family, (_, counts) -> counts.isEmpty() ? null : counts);
    }

    int size() {
        return all.size();
    }
}
