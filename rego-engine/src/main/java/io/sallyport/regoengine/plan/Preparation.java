package io.sallyport.regoengine.plan;

import java.util.List;

/** What can be known of a plan before it is run. */
public final class Preparation {
    private static final List<Integer> OF_QUERY = List.of(0, 1);
    private static final int DATA = 1;

    private Preparation() {}

    /** The plan that answers the same with the fewest steps that are known of. */
    public static Plan of(Plan plan) {
        Plan everyTurn = withEveryTurn(plan);
        EarlyExits exits = EarlyExits.of(everyTurn);
        return changed(everyTurn, exits::in);
    }

    /** The plan with its look-ups in storage marked, without needless blocks, and with its constant collections made. */
    public static Plan withEveryTurn(Plan plan) {
        Plan straight = changed(asWritten(plan), (_, body) -> StraightBlocks.in(body));
        ConstantCollections constants = ConstantCollections.of(straight);
        return changed(straight, (_, body) -> constants.in(body));
    }

    /** The plan with its look-ups in storage marked; each statement that was there still is. */
    public static Plan asWritten(Plan plan) {
        return changed(plan, (parameters, body) -> StorageLookups.marked(body, data(parameters)));
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
