package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tests first, in each body of a rule, the conditions that OPA's index of rules compares ({@link IndexedConditions}):
 * OPA passes over a body of which one does not hold, so whatever fails earlier in that body does not matter.
 *
 * <p>Precondition, by flow: nothing sets a parameter of the function, and no other body reads a local that this one
 * sets, other than its result. Then a body that ends at its first statement is as one that ends at any later one. A
 * function, or a body, where this is not so stays as it is. For one function.
 */
final class RuleIndex {
    private final List<Integer> parameters;
    private final Map<Integer, Integer> exposing = new HashMap<>();

    private RuleIndex(List<Integer> parameters, List<Block> body) {
        this.parameters = parameters;
        for (Block block : body) {
            bodies(block).forEach(one -> ExposedReads.of(one).forEach(local -> exposing.merge(local, 1, Integer::sum)));
        }
    }

    /** {@code body}, the blocks of one function, with its tests. */
    static List<Block> in(List<Integer> parameters, List<Block> body) {
        if (Blocks.any(body, statement -> setsOneOf(parameters, statement))) {
            return body;
        }
        RuleIndex index = new RuleIndex(parameters, body);
        return body.stream().map(index::tested).toList();
    }

    private static boolean setsOneOf(List<Integer> parameters, Statement statement) {
        return !(statement instanceof Statement.With)
                && Targets.of(statement).stream().anyMatch(parameters::contains);
    }

    /** The bodies in a block of a function: those of a rule and its {@code else}, or the block itself. */
    private static List<Block> bodies(Block block) {
        return isChain(block) ? Blocks.within(block.statements().getFirst()) : List.of(block);
    }

    private static boolean isChain(Block block) {
        return block.statements().size() == 1 && block.statements().getFirst() instanceof Statement.Nested;
    }

    private Block tested(Block block) {
        if (!isChain(block)) {
            return body(block);
        }
        Statement chain = block.statements().getFirst();
        List<Block> bodies = bodies(block).stream().map(this::body).toList();
        return new Block(List.of(new Statement.Nested(bodies, chain.position())));
    }

    private Block body(Block body) {
        List<Statement> statements = new ArrayList<>(body.statements());
        int start = 0;
        while (start < statements.size() && isBeginning(statements.get(start))) {
            start++;
        }
        List<Statement> rest = statements.subList(start, statements.size());
        List<Statement.Indexed> tests = IndexedConditions.of(parameters, rest);
        if (tests.isEmpty() || isSeenOutside(body, rest)) {
            return body;
        }
        statements.addAll(start, tests);
        return new Block(statements);
    }

    /** How OPA's planner begins a body, before the conditions of the rule. */
    private static boolean isBeginning(Statement statement) {
        return statement instanceof Statement.ResetLocal || statement instanceof Statement.IsUndefined;
    }

    /** Whether another body may read what {@code rest} leaves in a local that is not a result. */
    private boolean isSeenOutside(Block body, List<Statement> rest) {
        Set<Integer> set = new HashSet<>();
        Blocks.each(List.of(new Block(rest)), statement -> {
            if (!(statement instanceof Statement.AssignVarOnce) && !(statement instanceof Statement.With)) {
                set.addAll(Targets.of(statement));
            }
        });
        Set<Integer> own = ExposedReads.of(body);
        return set.stream().anyMatch(local -> exposing.getOrDefault(local, 0) > (own.contains(local) ? 1 : 0));
    }
}
