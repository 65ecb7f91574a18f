package io.sallyport.audit.rules;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts by name, for a bounded number of names. Names that come later share one count. Safe for concurrent use; a name
 * that has its count is found without a lock and without allocation.
 */
final class BoundedCounts<C> {
    private final Map<String, C> byName = new ConcurrentHashMap<>();
    private final AtomicInteger free;
    private final Supplier<C> make;
    private final C others;

    /** @param max the number of names with a count of their own */
    BoundedCounts(int max, Supplier<C> make) {
        this.free = new AtomicInteger(max);
        this.make = make;
        this.others = make.get();
    }

    /** Returns the count of {@code name}, or the shared one. */
    C of(String name) {
        C found = byName.get(name);
        return found != null ? found : add(name);
    }

    /** Returns the count of {@code name}; null if it has none of its own. */
    @Nullable
    C find(String name) {
        return byName.get(name);
    }

    private C add(String name) {
        if (free.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            return others;
        }
        C made = make.get();
        C before = byName.putIfAbsent(name, made);
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

    Map<String, C> byName() {
        return Map.copyOf(byName);
    }

    /** Returns the count of all names without one of their own. */
    C others() {
        return others;
    }
}
