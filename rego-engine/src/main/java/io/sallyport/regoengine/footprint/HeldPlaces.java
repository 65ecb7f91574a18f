package io.sallyport.regoengine.footprint;

import io.sallyport.regoengine.plan.Operand;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which places of the input each local of a function may hold at one point. An assignment replaces what was held. A
 * block can be left anywhere, so after it a local may hold what it held before or anything that was assigned in the
 * block. Confined to one tracing.
 */
final class HeldPlaces {
    private Map<Integer, Set<InputPlace>> now = new HashMap<>();
    private Map<Integer, Set<InputPlace>> assigned = new HashMap<>();

    Set<InputPlace> of(int local) {
        return now.getOrDefault(local, Set.of());
    }

    Set<InputPlace> of(Operand operand) {
        return operand instanceof Operand.Local(int number) ? of(number) : Set.of();
    }

    void assign(int local, Set<InputPlace> places) {
        if (places.isEmpty()) {
            now.remove(local);
        } else {
            now.put(local, Set.copyOf(places));
            add(assigned, local, places);
        }
    }

    /** Runs through a block; returns whether a local may now hold something that it could not hold before. */
    boolean through(Runnable block) {
        Map<Integer, Set<InputPlace>> before = now;
        Map<Integer, Set<InputPlace>> outer = assigned;
        now = new HashMap<>(before);
        assigned = new HashMap<>();
        block.run();
        boolean grown = false;
        now = before;
        for (Map.Entry<Integer, Set<InputPlace>> entry : assigned.entrySet()) {
            grown |= add(before, entry.getKey(), entry.getValue());
            add(outer, entry.getKey(), entry.getValue());
        }
        assigned = outer;
        return grown;
    }

    /** Adds places to {@code local} in {@code to}; returns whether any of them is new. */
    static boolean add(Map<Integer, Set<InputPlace>> to, int local, Set<InputPlace> more) {
        Set<InputPlace> held = to.getOrDefault(local, Set.of());
        if (held.containsAll(more)) {
            return false;
        }
        Set<InputPlace> all = new LinkedHashSet<>(held);
        all.addAll(more);
        to.put(local, all);
        return true;
    }
}
