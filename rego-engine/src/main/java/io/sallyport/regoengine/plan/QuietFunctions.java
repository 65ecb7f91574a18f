package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The planned functions of which nobody can tell, but by the answer, whether they were called: they cannot fail, do not look at
 * the input, the clock or chance, and print nothing. How often they are called costs steps alone.
 */
final class QuietFunctions {
    /** Calls within each other; a function that calls through more is not looked at, nor is one that calls itself. */
    private static final int MAX_ROUNDS = 16;

    private final Set<String> planned = new HashSet<>();
    private final Set<String> rules = new HashSet<>();
    private final Set<String> quiet = new HashSet<>();

    private QuietFunctions(List<PlannedFunction> functions) {
        for (PlannedFunction function : functions) {
            planned.add(function.name());
            if (function.parameters().size() == 2) {
                rules.add(function.name());
            }
        }
    }

    /** Those of {@code plan}; none in one whose functions hand on another input or other data than they were given. */
    static QuietFunctions of(Plan plan) {
        QuietFunctions functions = new QuietFunctions(plan.functions());
        if (UnchangedContext.isEverywhere(plan, functions.planned)) {
            functions.find(plan.functions());
        }
        return functions;
    }

    boolean contain(String name) {
        return quiet.contains(name);
    }

    /** Whether a call of it is remembered: made once under one input and data. */
    boolean isRule(String name) {
        return rules.contains(name);
    }

    boolean isPlanned(String name) {
        return planned.contains(name);
    }

    private void find(List<PlannedFunction> functions) {
        Map<String, Set<String>> calls = new HashMap<>();
        for (PlannedFunction function : functions) {
            Set<String> called = QuietBody.calls(function, planned);
            if (called != null) {
                calls.put(function.name(), called);
            }
        }
        boolean more = true;
        for (int round = 0; more && round < MAX_ROUNDS; round++) {
            List<String> found = new ArrayList<>();
            calls.forEach((name, called) -> {
                if (quiet.containsAll(called)) {
                    found.add(name);
                }
            });
            more = quiet.addAll(found);
        }
    }
}
