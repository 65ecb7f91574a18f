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
 * Follows the input from a query through everything that the query can call, until nothing new is found. For a local it
 * knows only which places it may hold, at no particular time. Confined to one thread, for one query.
 */
final class Tracing {
    /**
     * The maximum number of visited statements, counting repetitions, and of places that they reach. If it is exceeded,
     * the query counts as reading everything.
     */
    private static final int MAX_STEPS = 5_000_000;

    /** The number of arguments of a rule: input and data. */
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

    /** Counts {@code more} steps; returns whether the limit is not exceeded. */
    boolean mayGoOn(int more) {
        steps = Math.min(steps + more, MAX_STEPS + 1);
        return steps <= MAX_STEPS;
    }

    void useMoment() {
        readsMoment = true;
    }

    /** Returns the planned function of that name, or null for a builtin. */
    @Nullable
    FunctionTrace function(String name) {
        return functions.get(name);
    }

    /** Returns whether a call of that builtin sets its result; printing does not. */
    boolean answers(String builtin) {
        return !withoutAnswer.contains(builtin);
    }

    /** Returns the rules that a dynamic call can reach. */
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

    /** Records that {@code called} is called with arguments that may hold these places. */
    void enter(FunctionTrace called, List<Set<InputPlace>> arguments) {
        if (called.enter(arguments)) {
            changed.add(called);
        }
    }
}
