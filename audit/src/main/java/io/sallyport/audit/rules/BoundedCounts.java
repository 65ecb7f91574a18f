package io.sallyport.audit.rules;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a bounded number of rules by name. Rules that come later share one count. Safe for concurrent use; a name
 * that has its count is found without a lock and without allocation.
 */
final class BoundedCounts {
    private final Map<String, RuleCount> byName = new ConcurrentHashMap<>();
    private final AtomicInteger free;
    private final RuleCount others = new RuleCount();

    /** @param max the number of rules with a count of their own */
    BoundedCounts(int max) {
        free = new AtomicInteger(max);
    }

    /** Returns the count of {@code name}, or the shared one. */
    RuleCount of(String name) {
        RuleCount found = byName.get(name);
        return found != null ? found : add(name);
    }

    /** Returns the count of {@code name}; null if it has none of its own. */
    @Nullable
    RuleCount find(String name) {
        return byName.get(name);
    }

    private RuleCount add(String name) {
        if (free.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            return others;
        }
        RuleCount made = new RuleCount();
        RuleCount before = byName.putIfAbsent(name, made);
        if (before != null) {
            free.incrementAndGet();
            return before;
        }
        return made;
    }

    /** Forgets the counts of names of which {@code gone} holds; others may have their room. */
    void forget(Predicate<String> gone) {
        for (String name : List.copyOf(byName.keySet())) {
            if (gone.test(name) && byName.remove(name) != null) {
                free.incrementAndGet();
            }
        }
    }

    Map<String, RuleCount> byName() {
        return Map.copyOf(byName);
    }

    /** Returns the count of all names without one of their own. */
    RuleCount others() {
        return others;
    }
}
