package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loops of which each but the first is the last statement of the one before, outermost first: {@code some x in a; some y in
 * b; ...}. A turn of them is settled when it comes to the end of the innermost block.
 */
final class LoopNest {
    private final List<Statement.Scan> scans = new ArrayList<>();
    private final Map<Integer, Integer> writes = new HashMap<>();
    private final Map<Integer, Integer> reads = new HashMap<>();
    private int statements;

    private LoopNest(Statement.Scan outermost) {
        Statement last = outermost;
        while (last instanceof Statement.Scan scan) {
            scans.add(scan);
            List<Statement> inner = scan.block().statements();
            last = inner.isEmpty() ? null : inner.getLast();
        }
        count(List.of(outermost.key(), outermost.value()), writes);
        Blocks.each(List.of(outermost.block()), statement -> {
            statements++;
            count(Targets.of(statement), writes);
            count(Sources.of(statement), reads);
        });
    }

    /** The loops that {@code outermost} begins. */
    static LoopNest of(Statement.Scan outermost) {
        return new LoopNest(outermost);
    }

    private static void count(List<Integer> locals, Map<Integer, Integer> in) {
        locals.forEach(local -> in.merge(local, 1, Integer::sum));
    }

    List<Statement.Scan> scans() {
        return scans;
    }

    /** How many statements stand in it, blocks within blocks included. */
    int statements() {
        return statements;
    }

    /** The locals that a turn may set. */
    Iterable<Integer> written() {
        return writes.keySet();
    }

    boolean writes(int local) {
        return writes.containsKey(local);
    }

    /** Whether one statement alone sets {@code local} in a turn. */
    boolean writesOnce(int local) {
        return writes.getOrDefault(local, 0) == 1;
    }

    /** How many operands of a turn are {@code local}. */
    int reads(int local) {
        return reads.getOrDefault(local, 0);
    }
}
