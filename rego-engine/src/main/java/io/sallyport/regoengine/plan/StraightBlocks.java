package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes away blocks that only say what would be so without them. OPA's planner puts the collection of {@code x in y},
 * and what it declares for a loop, into two blocks: the inner one leaves both where it comes to its end; the outer one
 * leaves the block around them, as undefined does, where it does not.
 */
final class StraightBlocks {
    private StraightBlocks() {}

    /** {@code body} with the statements of such blocks in their place. */
    static List<Block> in(List<Block> body) {
        return Blocks.changed(body, StraightBlocks::straight);
    }

    private static List<Statement> straight(List<Statement> statements) {
        List<Statement> straight = new ArrayList<>(statements.size());
        for (Statement statement : statements) {
            if (statement instanceof Statement.Nested(List<Block> outer, Position _) && isTwofold(outer)) {
                List<Statement> inner = inner(outer);
                straight.addAll(inner.subList(0, inner.size() - 1));
            } else {
                straight.add(statement);
            }
        }
        return straight;
    }

    private static boolean isTwofold(List<Block> outer) {
        return outer.size() == 1
                && outer.getFirst().statements().size() == 2
                && outer.getFirst().statements().getFirst() instanceof Statement.Nested(List<Block> inner, Position _)
                && inner.size() == 1
                && leavesTwo(outer.getFirst().statements().getLast())
                && endsByLeavingTwo(inner.getFirst().statements());
    }

    private static List<Statement> inner(List<Block> outer) {
        Statement.Nested inner =
                (Statement.Nested) outer.getFirst().statements().getFirst();
        return inner.blocks().getFirst().statements();
    }

    private static boolean endsByLeavingTwo(List<Statement> statements) {
        return !statements.isEmpty()
                && leavesTwo(statements.getLast())
                && statements.subList(0, statements.size() - 1).stream().allMatch(StraightBlocks::endsItsBlockAtMost);
    }

    private static boolean leavesTwo(Statement statement) {
        return statement instanceof Statement.Break(int index, Position _) && index == 1;
    }

    private static boolean endsItsBlockAtMost(Statement statement) {
        return switch (statement) {
            case Statement.Break _,
                    Statement.CallDynamic _,
                    Statement.Nested _,
                    Statement.Not _,
                    Statement.Scan _,
                    Statement.With _ -> false;
            default -> true;
        };
    }
}
