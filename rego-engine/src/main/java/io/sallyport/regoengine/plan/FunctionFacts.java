package io.sallyport.regoengine.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must be known of a whole function to judge its loops. */
final class FunctionFacts {
    private final QuietFunctions quiet;
    private final Set<Integer> input;
    private final Set<Integer> parameters;
    private final Set<Integer> used = new HashSet<>();
    private final List<Set<Integer>> exposed;
    private final Map<Integer, Integer> exposing = new HashMap<>();

    FunctionFacts(List<Integer> parameters, List<Block> body, QuietFunctions quiet) {
        this.quiet = quiet;
        this.input = InputFlow.of(parameters, body, quiet);
        this.parameters = Set.copyOf(parameters);
        Blocks.each(body, this::look);
        this.exposed = body.stream().map(ExposedReads::of).toList();
        exposed.forEach(locals -> locals.forEach(local -> exposing.merge(local, 1, Integer::sum)));
    }

    private void look(Statement statement) {
        Addition addition = Addition.of(statement);
        if (addition != null) {
            addition.parts().forEach(this::use);
        } else if (!(statement instanceof Statement.ReturnLocal)) {
            used.addAll(Sources.of(statement));
        }
        if (CollectionStart.of(statement) == null) {
            used.addAll(Targets.of(statement));
        }
    }

    private void use(Operand operand) {
        if (operand instanceof Operand.Local(int number)) {
            used.add(number);
        }
    }

    /** What is known of the block at {@code place} of the function. */
    BlockFacts at(int place, Block block) {
        return new BlockFacts(this, block, exposed.get(place));
    }

    QuietFunctions quiet() {
        return quiet;
    }

    /** The locals that may hold something of the input. */
    Set<Integer> input() {
        return input;
    }

    /** Whether {@code local} holds collections that the function makes, adds to, and may return, and does nothing else with. */
    boolean isOnlyReturned(int local) {
        return !parameters.contains(local) && !used.contains(local);
    }

    /** How many of the function's blocks may read what was in {@code local} before they began. */
    int blocksExposing(int local) {
        return exposing.getOrDefault(local, 0);
    }
}
