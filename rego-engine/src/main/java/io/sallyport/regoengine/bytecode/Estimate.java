package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Estimates the bytecode size of statements, erring on the high side. Computed once per statement; confined to one
 * thread.
 */
final class Estimate {
    /** The bytes to load an operand from a JVM local, and from an array. */
    private static final int IN_SLOT = 3;

    private static final int IN_ARRAY = 8;

    /** The number of operands of an ordinary statement, including tests for undefined. */
    private static final int OPERANDS = 6;

    /** The other bytes of an ordinary statement. */
    private static final int STATEMENT = 22;

    /** The bytes around a block: its charge, a loop, or the cleanup after {@code with} for several exits. */
    private static final int AROUND_BLOCK = 60;

    private final int operand;
    private final IdentityHashMap<Statement, Integer> known = new IdentityHashMap<>();

    private Estimate(int operand) {
        this.operand = operand;
    }

    static Estimate inSlots() {
        return new Estimate(IN_SLOT);
    }

    static Estimate inArray() {
        return new Estimate(IN_ARRAY);
    }

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
            found = sum(STATEMENT + OPERANDS * operand, inside(statement));
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
            case Statement.Call call -> (operand + IN_SLOT) * call.arguments().size();
            case Statement.CallDynamic call -> (operand + IN_SLOT) * call.path().size();
            default -> 0;
        };
    }

    private static int sum(int a, int b) {
        return (int) Math.min((long) a + b, Integer.MAX_VALUE / 2);
    }
}
