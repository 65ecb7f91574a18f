package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.util.IdentityHashMap;
import java.util.List;

/** How many bytes of bytecode statements come to, at most. Counted once for each; confined to one thread. */
final class Estimate {
    /** A statement of a few operands, its way out included. */
    private static final int STATEMENT = 56;

    /** An operand that is put into an array. */
    private static final int ELEMENT = 12;

    /** What surrounds the block of a statement: a loop, or the cleaning up after {@code with} by each way out. */
    private static final int AROUND_BLOCK = 160;

    private final IdentityHashMap<Statement, Integer> known = new IdentityHashMap<>();

    int of(List<Statement> statements) {
        return statements.stream().mapToInt(this::of).reduce(0, Estimate::sum);
    }

    int ofBlocks(List<Block> blocks) {
        return blocks.stream().mapToInt(this::of).reduce(0, Estimate::sum);
    }

    private int of(Block block) {
        return sum(AROUND_BLOCK, of(block.statements()));
    }

    int of(Statement statement) {
        Integer found = known.get(statement);
        if (found == null) {
            found = sum(STATEMENT, inside(statement));
            known.put(statement, found);
        }
        return found;
    }

    private int inside(Statement statement) {
        return switch (statement) {
            case Statement.Nested nested -> ofBlocks(nested.blocks());
            case Statement.Not not -> of(not.block());
            case Statement.Scan scan -> of(scan.block());
            case Statement.With with -> of(with.block());
            case Statement.Call call -> ELEMENT * call.arguments().size();
            case Statement.CallDynamic call -> ELEMENT * call.path().size();
            default -> 0;
        };
    }

    private static int sum(int a, int b) {
        return (int) Math.min((long) a + b, Integer.MAX_VALUE / 2);
    }
}
