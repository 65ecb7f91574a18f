package io.sallyport.regoengine.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What can be known of a plan before it is run. */
public final class Preparation {
    private static final List<Integer> OF_QUERY = List.of(0, 1);
    private static final int DATA = 1;

    private Preparation() {}

    /** The plan that answers the same with the fewest steps that are known of. */
    public static Plan of(Plan plan) {
        return of(plan, Rewriting.all());
    }

    /** The plan changed by what is not for speed alone; each statement that was there still is. */
    public static Plan asWritten(Plan plan) {
        return of(plan, EnumSet.of(Rewriting.NEGATIONS, Rewriting.STORAGE_LOOKUPS, Rewriting.INDEXED_CONDITIONS));
    }

    /** The plan changed by these, in the order in which they are declared; what bytecode does is not among it. */
    public static Plan of(Plan plan, Set<Rewriting> rewritings) {
        Plan changed = plan;
        for (Rewriting rewriting : Rewriting.values()) {
            changed = rewritings.contains(rewriting) ? changed(changed, change(rewriting, changed)) : changed;
        }
        return changed;
    }

    private static Change change(Rewriting rewriting, Plan plan) {
        return switch (rewriting) {
            case NEGATIONS -> Negations::in;
            case STORAGE_LOOKUPS -> (parameters, body) -> StorageLookups.marked(body, data(parameters));
            case STRAIGHT_BLOCKS -> (_, body) -> StraightBlocks.in(body);
            case CONSTANT_COLLECTIONS -> {
                ConstantCollections constants = ConstantCollections.of(plan);
                yield (_, body) -> constants.in(body);
            }
            case INDEXED_CONDITIONS -> RuleIndex::in;
            case NARROWED_LOOPS -> NarrowedLoops::in;
            case KEPT_LOOKUPS, EXPRESSION_AUTOMATA -> (_, body) -> body;
        };
    }

    /** What the blocks of a function, or of a query, become. */
    private interface Change {
        List<Block> of(List<Integer> parameters, List<Block> body);
    }

    private static Plan changed(Plan plan, Change change) {
        return new Plan(
                plan.strings(),
                plan.builtins(),
                plan.queries().stream()
                        .map(query -> new PlannedQuery(query.name(), change.of(OF_QUERY, query.blocks())))
                        .toList(),
                plan.functions().stream()
                        .map(function -> new PlannedFunction(
                                function.name(),
                                function.parameters(),
                                function.path(),
                                change.of(function.parameters(), function.blocks())))
                        .toList());
    }

    private static int data(List<Integer> parameters) {
        return parameters.size() > DATA ? parameters.get(DATA) : DATA;
    }
}
