package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.List;

/** Takes a plan apart into the rules of one set, each as a plan of its own. */
public final class SingleRules {
    private SingleRules() {}

    /**
     * A rule of the set.
     *
     * @param position where the rule adds to the set
     * @param plan answers the query with what this rule alone adds
     */
    public record SingleRule(Position position, Plan plan) {}

    /** Returns each rule of the query's set that depends on no other rule of the set; none if it is no such set. */
    public static List<SingleRule> of(Plan plan, String query) {
        PlannedFunction set = MarkedRules.function(plan, query);
        if (set == null) {
            return List.of();
        }
        List<Block> rules = set.blocks().subList(1, set.blocks().size() - 1);
        List<SingleRule> found = new ArrayList<>();
        for (Block rule : rules) {
            if (!MarkedRules.dependOnEachOther(set.blocks(), List.of(rule))) {
                found.add(new SingleRule(position(rule), MarkedRules.only(plan, query, set, rule)));
            }
        }
        return List.copyOf(found);
    }

    private static Position position(Block rule) {
        List<Position> added = new ArrayList<>();
        Blocks.each(List.of(rule), statement -> {
            if (statement instanceof Statement.SetAdd) {
                added.add(statement.position());
            }
        });
        return added.isEmpty() ? rule.statements().getFirst().position() : added.getFirst();
    }
}
