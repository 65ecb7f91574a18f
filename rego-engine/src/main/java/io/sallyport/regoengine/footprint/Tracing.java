package io.sallyport.regoengine.footprint;

import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoString;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows the input from a query through all that it can call, until nothing new is come to. Of a local only which places
 * it may hold is known, at no time in particular. Confined to one thread, for one query.
 */
final class Tracing {
    /** Statements looked at, some more than once, and places that they lead to. What is not done by then reads everything. */
    private static final int MAX_STEPS = 5_000_000;

    /** Arguments of a rule: input and data. */
    private static final int OF_RULE = 2;

    private final Map<String, FunctionTrace> functions = new HashMap<>();
    private final Set<String> withoutAnswer = new HashSet<>();
    private final LinkedHashSet<FunctionTrace> changed = new LinkedHashSet<>();
    private final InputPlace input = InputPlace.ofInput();
    private int steps;
    private boolean readsMoment;

    Tracing(Plan plan) {
        for (PlannedFunction planned : plan.functions()) {
            functions.put(planned.name(), new FunctionTrace(this, planned));
        }
        plan.builtins().stream()
                .filter(declared -> !declared.answers())
                .forEach(declared -> withoutAnswer.add(declared.name()));
    }

    Footprint of(PlannedQuery query) {
        FunctionTrace asked =
                new FunctionTrace(this, new PlannedFunction(query.name(), List.of(0, 1), List.of(), query.blocks()));
        enter(asked, List.of(Set.of(input)));
        while (!changed.isEmpty()) {
            changed.removeFirst().follow();
            if (steps > MAX_STEPS) {
                return Footprint.EVERYTHING;
            }
        }
        return new Footprint(input.fields(), readsMoment);
    }

    /** Whether there is time for so much more. */
    boolean mayGoOn(int more) {
        steps = Math.min(steps + more, MAX_STEPS + 1);
        return steps <= MAX_STEPS;
    }

    void useMoment() {
        readsMoment = true;
    }

    /** The planned function of that name; null where it is a builtin. */
    @Nullable
    FunctionTrace function(String name) {
        return functions.get(name);
    }

    /** Whether a call of that builtin sets its result; printing does not. */
    boolean answers(String builtin) {
        return !withoutAnswer.contains(builtin);
    }

    /** The rules that a dynamic call can come to. */
    Set<FunctionTrace> rules(Statement.CallDynamic call) {
        mayGoOn(functions.size());
        Set<FunctionTrace> found = new LinkedHashSet<>();
        for (FunctionTrace function : functions.values()) {
            PlannedFunction planned = function.planned();
            if (planned.parameters().size() == OF_RULE && canBe(planned.path(), call.path())) {
                found.add(function);
            }
        }
        return found;
    }

    private static boolean canBe(List<String> path, List<Operand> steps) {
        if (path.size() != steps.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            if (steps.get(i) instanceof Operand.Constant(var step)
                    && !(step instanceof RegoString text && text.text().equals(path.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** {@code called} is called with arguments that may hold these places. */
    void enter(FunctionTrace called, List<Set<InputPlace>> arguments) {
        if (called.enter(arguments)) {
            changed.add(called);
        }
    }
}
