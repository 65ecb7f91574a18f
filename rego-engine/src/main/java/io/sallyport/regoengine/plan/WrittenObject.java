package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An object that a rule of a set writes down.
 *
 * @param constants its members that are constant strings
 * @param position where its first member stands
 */
public record WrittenObject(Map<String, String> constants, Position position) {
    public WrittenObject {
        constants = Map.copyOf(constants);
    }

    /** What is known so far of the object in one local. */
    private record Found(Set<String> keys, Map<String, String> constants, Position position) {}

    /**
     * Returns the objects with a member of that name, constant or not, that the rules of the query's set write, in
     * order; at most {@value WrittenMembers#MAX}. What a function makes is not among them.
     */
    public static List<WrittenObject> in(Plan plan, String query, String member) {
        PlannedFunction set = MarkedRules.function(plan, query);
        if (set == null) {
            return List.of();
        }
        Map<Integer, Found> current = new HashMap<>();
        List<Found> all = new ArrayList<>();
        Blocks.each(set.blocks(), statement -> {
            if (statement instanceof Statement.MakeObject made) {
                current.remove(made.target()); // rules share locals
            }
            if (statement instanceof Statement.ObjectInsert insert
                    && insert.key() instanceof Operand.Constant(RegoString key)) {
                Found found = current.computeIfAbsent(insert.object(), _ -> begun(insert, all));
                found.keys.add(key.text());
                if (insert.value() instanceof Operand.Constant(RegoString word)) {
                    found.constants.put(key.text(), word.text());
                }
            }
        });
        return all.stream()
                .filter(found -> found.keys.contains(member))
                .limit(WrittenMembers.MAX)
                .map(found -> new WrittenObject(found.constants, found.position))
                .toList();
    }

    private static Found begun(Statement.ObjectInsert first, List<Found> all) {
        var found = new Found(new HashSet<>(), new HashMap<>(), first.position());
        all.add(found);
        return found;
    }
}
