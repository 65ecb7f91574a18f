package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.util.IdentityHashMap;
import java.util.List;

/** How many bytes of bytecode statements come to, rather too many than too few. Counted once for each; confined to one thread. */
final class Estimate {
    /** An operand: of a JVM local, of an array. */
    private static final int IN_SLOT = 3;

    private static final int IN_ARRAY = 8;

    /** Operands of an ordinary statement, tests whether they are there included. */
    private static final int OPERANDS = 6;

    /** The rest of an ordinary statement. */
    private static final int STATEMENT = 22;

    /** What surrounds a block: its payment, a loop, or the cleaning up after {@code with} by some ways out. */
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
            case Statement.EarlyExit exit -> (operand + IN_SLOT) * exit.plain().size();
            case Statement.CallDynamic call -> (operand + IN_SLOT) * call.path().size();
            default -> 0;
        };
    }

    private static int sum(int a, int b) {
        return (int) Math.min((long) a + b, Integer.MAX_VALUE / 2);
    }
}
