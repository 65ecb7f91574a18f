package io.sallyport.policycompiler;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoString;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which locals of one planned function hold {@code input}, {@code input.net} and {@code input.kind}, learnt from the
 * statements in their order. Confined to one look.
 */
final class InputLocals {
    /** Absent at a CONNECT (decision contract, version 1). */
    private static final Set<String> OF_REQUESTS =
            Set.of("method", "path", "segments", "prefixes", "query", "protocol", "header", "headers", "body");

    private static final RegoString CONNECT = RegoString.of("connect");

    private final int input;
    private final Set<Integer> inputs = new HashSet<>();
    private final Set<Integer> nets = new HashSet<>();
    private final Set<Integer> kinds = new HashSet<>();

    InputLocals(int input) {
        this.input = input;
        inputs.add(input);
    }

    /** Whether the statement is undefined at a CONNECT; learns from it. */
    boolean endsAtConnect(Statement statement) {
        return isRequestField(statement)
                || (statement instanceof Statement.Equal(var a, var b, var _)
                        && (isOtherKind(a, b) || isOtherKind(b, a)))
                || (statement instanceof Statement.Call(var function, var arguments, int _, var _)
                        && function.equals("neq")
                        && (isConnect(arguments.getFirst(), arguments.getLast())
                                || isConnect(arguments.getLast(), arguments.getFirst())));
    }

    /** Whether the statement reads a field that only a request has; learns from it. */
    boolean isRequestField(Statement statement) {
        if (statement instanceof Statement.AssignVar(var source, int target, var _)) {
            learn(source, target);
        }
        if (!(statement instanceof Statement.Dot(var source, var key, int target, var _, var _))) {
            return false;
        }
        if (isIn(inputs, source)) {
            if (isNamed(key, "net")) {
                nets.add(target);
            } else if (isNamed(key, "kind")) {
                kinds.add(target);
            }
        }
        return isIn(nets, source) && OF_REQUESTS.stream().anyMatch(name -> isNamed(key, name));
    }

    /** The blocks that run as part of the statement, over the same input. */
    List<Block> blocksOf(Statement statement) {
        if (statement instanceof Statement.Nested(var blocks, var _)) {
            return blocks;
        }
        if (statement instanceof Statement.Scan scan) {
            return List.of(scan.block());
        }
        return statement instanceof Statement.With with && with.local() != input ? List.of(with.block()) : List.of();
    }

    private void learn(Operand source, int target) {
        for (Set<Integer> group : List.of(inputs, nets, kinds)) {
            if (isIn(group, source)) {
                group.add(target);
            }
        }
    }

    private boolean isOtherKind(Operand kind, Operand word) {
        return isIn(kinds, kind)
                && word instanceof Operand.Constant(var value)
                && value instanceof RegoString text
                && !text.equals(CONNECT);
    }

    private boolean isConnect(Operand kind, Operand word) {
        return isIn(kinds, kind) && word instanceof Operand.Constant(var value) && value.equals(CONNECT);
    }

    private static boolean isIn(Set<Integer> group, Operand operand) {
        return operand instanceof Operand.Local(int number) && group.contains(number);
    }

    private static boolean isNamed(Operand key, String name) {
        return key instanceof Operand.Constant(var value)
                && value instanceof RegoString text
                && text.text().equals(name);
    }
}
