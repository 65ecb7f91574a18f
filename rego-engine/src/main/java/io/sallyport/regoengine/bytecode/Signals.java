package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Computes the signals with which statements can end early: the number of blocks to leave, or a return. */
final class Signals {
    static final int UNDEFINED = 1;
    static final int RETURN = -1;

    /** The blocks that a dynamic call leaves if the rule exists but is undefined. */
    static final int RULE_UNDEFINED = 4;

    private Signals() {}

    static Set<Integer> of(List<Statement> statements) {
        Set<Integer> signals = new TreeSet<>();
        statements.forEach(statement -> add(statement, signals));
        return signals;
    }

    private static void add(Statement statement, Set<Integer> to) {
        switch (statement) {
            case Statement.Break leaving -> to.add(leaving.index() + 1);
            case Statement.ReturnLocal _ -> to.add(RETURN);
            case Statement.Nested nested -> nested.blocks().forEach(block -> addOuter(block, to));
            case Statement.Scan scan -> addOuter(scan.block(), to);
            case Statement.Not not -> addOrUndefined(not.block(), to);
            case Statement.With with -> addOrUndefined(with.block(), to);
            case Statement.CallDynamic _ -> {
                to.add(UNDEFINED);
                to.add(RULE_UNDEFINED);
            }
            default -> to.add(UNDEFINED);
        }
    }

    private static void addOrUndefined(Block block, Set<Integer> to) {
        to.add(UNDEFINED);
        addOuter(block, to);
    }

    /** Adds the signals of {@code block} as seen one block further out. */
    private static void addOuter(Block block, Set<Integer> to) {
        for (int signal : of(block.statements())) {
            if (signal == RETURN) {
                to.add(signal);
            } else if (signal > UNDEFINED) {
                to.add(signal - 1);
            }
        }
    }
}
