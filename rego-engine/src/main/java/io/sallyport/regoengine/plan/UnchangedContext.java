package io.sallyport.regoengine.plan;

import java.util.List;
import java.util.Set;

/**
 * Whether functions of a plan hand on {@code input} and {@code data} as they were given, which those do that OPA's planner
 * writes: then a rule has one answer, whoever calls it.
 */
final class UnchangedContext {
    private static final List<Integer> OF_QUERY = List.of(0, 1);

    private final int input;
    private final int data;
    private final Set<String> planned;
    private boolean holds;

    private UnchangedContext(List<Integer> parameters, Set<String> planned) {
        this.holds = parameters.size() >= 2;
        this.input = holds ? parameters.get(0) : 0;
        this.data = holds ? parameters.get(1) : 1;
        this.planned = planned;
    }

    static boolean isEverywhere(Plan plan, Set<String> planned) {
        return plan.queries().stream().allMatch(query -> isIn(OF_QUERY, query.blocks(), planned))
                && plan.functions().stream()
                        .allMatch(function -> isIn(function.parameters(), function.blocks(), planned));
    }

    private static boolean isIn(List<Integer> parameters, List<Block> body, Set<String> planned) {
        UnchangedContext handedOn = new UnchangedContext(parameters, planned);
        Blocks.each(body, handedOn::look);
        return handedOn.holds;
    }

    private void look(Statement statement) {
        if (!(statement instanceof Statement.With)) {
            List<Integer> targets = Targets.of(statement);
            holds &= !targets.contains(input) && !targets.contains(data);
        }
        if (statement instanceof Statement.Call call && planned.contains(call.function())) {
            List<Operand> given = call.arguments();
            holds &= given.size() >= 2 && isLocal(given.get(0), input) && isLocal(given.get(1), data);
        } else if (statement instanceof Statement.CallDynamic call) {
            holds &= call.arguments().equals(List.of(input, data));
        }
    }

    private static boolean isLocal(Operand operand, int local) {
        return operand instanceof Operand.Local(int number) && number == local;
    }
}
