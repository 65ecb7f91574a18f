package io.sallyport.regoengine.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the look-ups of a function that OPA does in its storage, where a path is made of texts: those in {@code data}, and
 * in what such a look-up alone found. OPA's plan has one statement for them and for look-ups in values.
 */
final class StorageLookups {
    private final Set<Integer> storage;

    private StorageLookups(Set<Integer> storage) {
        this.storage = storage;
    }

    /** @param data the local that holds {@code data} */
    static List<Block> marked(List<Block> body, int data) {
        return Blocks.changed(body, new StorageLookups(storage(body, data))::marked);
    }

    private List<Statement> marked(List<Statement> statements) {
        return statements.stream()
                .map(statement ->
                        statement instanceof Statement.Dot dot && isStored(dot.source()) ? dot.stored() : statement)
                .toList();
    }

    private boolean isStored(Operand source) {
        return source instanceof Operand.Local(int number) && storage.contains(number);
    }

    /** The locals that hold nothing but parts of the storage: all that are found in it, less what something else sets. */
    private static Set<Integer> storage(List<Block> body, int data) {
        Map<Integer, List<Statement.Dot>> lookups = new HashMap<>();
        Set<Integer> others = new HashSet<>();
        Blocks.each(body, statement -> {
            if (statement instanceof Statement.Dot dot && dot.source() instanceof Operand.Local(int source)) {
                lookups.computeIfAbsent(source, _ -> new ArrayList<>()).add(dot);
            } else if (!(statement instanceof Statement.ResetLocal || statement instanceof Statement.With)) {
                others.addAll(Targets.of(statement));
            }
        });
        Set<Integer> found = reached(lookups, data);
        spoil(found, lookups, others);
        return found;
    }

    private static Set<Integer> reached(Map<Integer, List<Statement.Dot>> lookups, int data) {
        Set<Integer> found = new HashSet<>(Set.of(data));
        var next = new ArrayDeque<>(List.of(data));
        while (!next.isEmpty()) {
            for (Statement.Dot dot : lookups.getOrDefault(next.remove(), List.of())) {
                if (found.add(dot.target())) {
                    next.add(dot.target());
                }
            }
        }
        return found;
    }

    /** Takes away what is set otherwise, or by a look-up in anything else, and then what is found in that. */
    private static void spoil(Set<Integer> found, Map<Integer, List<Statement.Dot>> lookups, Set<Integer> others) {
        var next = new ArrayDeque<>(others);
        lookups.keySet().stream().filter(source -> !found.contains(source)).forEach(next::add);
        found.removeAll(others);
        while (!next.isEmpty()) {
            for (Statement.Dot dot : lookups.getOrDefault(next.remove(), List.of())) {
                if (found.remove(dot.target())) {
                    next.add(dot.target());
                }
            }
        }
    }
}
