package io.sallyport.regoengine.plan;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which locals of a function may hold something of the input, at any time: it, what arguments bring, and what comes of
 * these. {@code data} holds nothing of it, in a plan that never replaces data.
 */
final class InputFlow {
    private static final int DATA = 1;

    private final Map<Integer, Set<Integer>> flows = new HashMap<>();
    private final QuietFunctions quiet;

    private InputFlow(QuietFunctions quiet) {
        this.quiet = quiet;
    }

    static Set<Integer> of(List<Integer> parameters, List<Block> body, QuietFunctions quiet) {
        InputFlow flow = new InputFlow(quiet);
        Blocks.each(body, flow::add);
        Set<Integer> found = new HashSet<>(parameters);
        if (parameters.size() > DATA) {
            found.remove(parameters.get(DATA));
        }
        flow.follow(found);
        return found;
    }

    private void add(Statement statement) {
        Addition addition = Addition.of(statement);
        if (addition != null) {
            add(Sources.of(statement), List.of(addition.local()));
        } else if (statement instanceof Statement.Call call && quiet.contain(call.function())) {
            call.arguments().stream()
                    .skip(1) // what it does with the input, it does with none of it
                    .filter(Operand.Local.class::isInstance)
                    .forEach(argument -> add(List.of(((Operand.Local) argument).number()), List.of(call.result())));
        } else {
            add(Sources.of(statement), Targets.of(statement));
        }
    }

    private void add(Collection<Integer> from, Collection<Integer> to) {
        from.forEach(local -> flows.computeIfAbsent(local, _ -> new HashSet<>()).addAll(to));
    }

    private void follow(Set<Integer> found) {
        var next = new ArrayDeque<>(found);
        while (!next.isEmpty()) {
            for (int local : flows.getOrDefault(next.remove(), Set.of())) {
                if (found.add(local)) {
                    next.add(local);
                }
            }
        }
    }
}
