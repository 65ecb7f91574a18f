package io.sallyport.regoengine.plan;

import java.util.List;
import java.util.function.BiFunction;

/** What can be known of a plan before it is run. */
public final class Preparation {
    /** Where queries hold {@code data}. */
    private static final int DATA = 1;

    private Preparation() {}

    /** The plan with its look-ups in storage marked, and its constant collections made. */
    public static Plan of(Plan plan) {
        Plan marked = asWritten(plan);
        ConstantCollections constants = ConstantCollections.of(marked);
        return changed(marked, (body, _) -> constants.in(body));
    }

    /** The plan with its look-ups in storage marked; each statement that was there still is. */
    public static Plan asWritten(Plan plan) {
        return changed(plan, StorageLookups::marked);
    }

    private static Plan changed(Plan plan, BiFunction<List<Block>, Integer, List<Block>> change) {
        return new Plan(
                plan.strings(),
                plan.builtins(),
                plan.queries().stream()
                        .map(query -> new PlannedQuery(query.name(), change.apply(query.blocks(), DATA)))
                        .toList(),
                plan.functions().stream()
                        .map(function -> new PlannedFunction(
                                function.name(),
                                function.parameters(),
                                function.path(),
                                change.apply(function.blocks(), data(function))))
                        .toList());
    }

    private static int data(PlannedFunction function) {
        return function.parameters().size() > DATA ? function.parameters().get(DATA) : DATA;
    }
}
