package io.sallyport.audit.rules;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the names that come most often, in bounded room ("space-saving", Metwally, Agrawal and El Abbadi 2005): a new
 * name takes the count of the one that came least. So of N hits, a name with more than N / {@link #MAX_COUNTS} has a
 * count, and is short of at most that many. Safe for concurrent use; only a new name takes a lock, for as long as it
 * takes to look at each count.
 */
final class TopNames {
    /** The number of names that are counted at a time. */
    static final int MAX_COUNTS = 40;

    private final Map<String, Count> byName = new ConcurrentHashMap<>();
    private final LongAdder all = new LongAdder();

    /** @param before the most hits that the name may have had before it was counted */
    private record Count(long before, LongAdder hits) {
        long most() {
            return before + hits.sum();
        }
    }

    void add(String name) {
        all.increment();
        Count found = byName.get(name);
        (found == null ? counted(name) : found).hits().increment();
    }

    private synchronized Count counted(String name) {
        Count there = byName.get(name);
        if (there != null) {
            return there;
        }
        Count made = new Count(byName.size() < MAX_COUNTS ? 0 : free(), new LongAdder());
        byName.put(name, made);
        return made;
    }

    /** Ends the count of the name that came least; returns its hits. */
    private long free() {
        String least = "";
        long fewest = Long.MAX_VALUE;
        for (Map.Entry<String, Count> one : byName.entrySet()) {
            long hits = one.getValue().most();
            if (hits < fewest) {
                fewest = hits;
                least = one.getKey();
            }
        }
        byName.remove(least);
        return fewest;
    }

    /** Returns the names with the most hits since they are counted, the most first. */
    List<RuleRow.Named> top(int max) {
        return byName.entrySet().stream()
                .map(one ->
                        new RuleRow.Named(one.getKey(), one.getValue().hits().sum()))
                .sorted(Comparator.comparingLong(RuleRow.Named::hits).reversed().thenComparing(RuleRow.Named::name))
                .limit(max)
                .toList();
    }

    /** Returns the hits of all names. */
    long hits() {
        return all.sum();
    }
}
