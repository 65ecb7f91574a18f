package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replaces collections that are always the same, such as {@code ["."]}: a statement that creates one, and those after
 * it that add constants, become one statement that assigns the value.
 *
 * <p>A collection is left unchanged if anything else adds to its local. OPA's planner adds to a value only through the
 * local in which it was created. If a plan from elsewhere does otherwise for some kinds of collections, those kinds are
 * left unchanged. Confined to one thread.
 */
final class ConstantCollections {
    /**
     * The maximum number of different collections in a plan; a bytecode class has space for 5,000 constants of all
     * kinds.
     */
    private static final int MAX = 2_000;

    /** How often the analysis is repeated without locals that turned out not to be constant. */
    private static final int MAX_ROUNDS = 8;

    private final Set<RegoKind> kinds;
    private final Map<Key, RegoValue> known = new HashMap<>();

    private ConstantCollections(Set<RegoKind> kinds) {
        this.kinds = kinds;
    }

    /** Equal numbers may differ in their text. */
    private record Key(RegoValue value, String text) {}

    static ConstantCollections of(Plan plan) {
        Set<RegoKind> kinds = EnumSet.of(RegoKind.ARRAY, RegoKind.OBJECT, RegoKind.SET);
        plan.queries().forEach(query -> kinds.removeAll(changedElsewhere(List.of(0, 1), query.blocks())));
        plan.functions()
                .forEach(function -> kinds.removeAll(changedElsewhere(function.parameters(), function.blocks())));
        return new ConstantCollections(kinds);
    }

    /** Returns the kinds of collections that are added to through locals which may hold a value created elsewhere. */
    private static Set<RegoKind> changedElsewhere(List<Integer> parameters, List<Block> body) {
        Map<Integer, Set<RegoKind>> madeOnly = new HashMap<>();
        Set<Integer> others = new HashSet<>(parameters);
        List<Addition> additions = new ArrayList<>();
        Blocks.each(body, statement -> {
            CollectionStart making = CollectionStart.of(statement);
            Addition addition = Addition.of(statement);
            if (making != null) {
                madeOnly.computeIfAbsent(making.local(), _ -> EnumSet.noneOf(RegoKind.class))
                        .add(making.kind());
            } else if (addition != null) {
                additions.add(addition);
            } else if (!(statement instanceof Statement.ResetLocal)) {
                others.addAll(Targets.of(statement));
            }
        });
        Set<RegoKind> found = EnumSet.noneOf(RegoKind.class);
        for (Addition addition : additions) {
            if (others.contains(addition.local()) || !Set.of(addition.kind()).equals(madeOnly.get(addition.local()))) {
                found.add(addition.kind());
            }
        }
        return found;
    }

    /** Returns {@code body} with its constant collections. */
    List<Block> in(List<Block> body) {
        Map<Integer, Integer> additions = new HashMap<>();
        Blocks.each(body, statement -> {
            Addition addition = Addition.of(statement);
            if (addition != null) {
                additions.merge(addition.local(), 1, Integer::sum);
            }
        });
        Set<Integer> refused = new HashSet<>();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Map<Integer, Integer> taken = new HashMap<>();
            List<Block> changed = Blocks.changed(body, statements -> changed(statements, refused, taken));
            taken.forEach((local, count) -> {
                if (count < additions.getOrDefault(local, 0)) {
                    refused.add(local);
                }
            });
            if (refused.stream().noneMatch(taken::containsKey)) {
                return changed;
            }
        }
        return body;
    }

    private List<Statement> changed(List<Statement> statements, Set<Integer> refused, Map<Integer, Integer> taken) {
        var reader = new CollectionReader(
                statements,
                making -> kinds.contains(making.kind()) && !refused.contains(making.local()) && known.size() < MAX,
                value -> known.computeIfAbsent(new Key(value, value.toString()), Key::value),
                taken);
        return reader.changed();
    }
}
