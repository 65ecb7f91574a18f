package io.sallyport.policycompiler.author;

import io.sallyport.decision.RequestInput;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.plan.Targets;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tracks which locals certainly hold {@code input}, {@code input.net} and {@code input.kind} at one place of a planned
 * function. Bodies of a rule reuse the numbers of locals, so statements are followed in order, and what a statement may
 * set is forgotten: after a block what the block may set, inside a loop what an iteration may set. Used once.
 */
final class InputLocals {
    private static final RegoString CONNECT = RegoString.of("connect");

    private final Set<Integer> inputs;
    private final Set<Integer> nets;
    private final Set<Integer> kinds;

    private InputLocals(Set<Integer> inputs, Set<Integer> nets, Set<Integer> kinds) {
        this.inputs = new HashSet<>(inputs);
        this.nets = new HashSet<>(nets);
        this.kinds = new HashSet<>(kinds);
    }

    /** Returns the state at the beginning of each block of a function. */
    static InputLocals of(int input) {
        return new InputLocals(Set.of(input), Set.of(), Set.of());
    }

    /** Returns the same state, to advance by itself. */
    InputLocals copy() {
        return new InputLocals(inputs, nets, kinds);
    }

    /** Returns whether the statement is undefined at a CONNECT. */
    boolean endsAtConnect(Statement statement) {
        return isRequestField(statement)
                || (statement instanceof Statement.Equal(var a, var b, var _)
                        && (isOtherKind(a, b) || isOtherKind(b, a)))
                || (statement instanceof Statement.Call(var function, var arguments, int _, var _)
                        && function.equals("neq")
                        && (isConnect(arguments.getFirst(), arguments.getLast())
                                || isConnect(arguments.getLast(), arguments.getFirst())));
    }

    /** Returns whether the statement reads a field that only requests have. */
    boolean isRequestField(Statement statement) {
        return statement instanceof Statement.Dot(var source, var key, int _, var _, var _)
                && isIn(nets, source)
                && key instanceof Operand.Constant(var value)
                && value instanceof RegoString name
                && RequestInput.isOfRequestOnly("input.net." + name.text());
    }

    /** Returns whether a function is called with this input, and not with one that {@code with} replaces. */
    boolean isOverInput(Statement.Call call) {
        return !call.arguments().isEmpty() && isIn(inputs, call.arguments().getFirst());
    }

    /** Advances to the place after the statement. */
    void pass(Statement statement) {
        InputLocals before = copy();
        blocksOf(statement).forEach(block -> forget(Targets.in(block)));
        if (!(statement instanceof Statement.With)) {
            forget(Targets.of(statement));
        }
        if (statement instanceof Statement.AssignVar(var source, int target, var _)) {
            learn(before, source, target);
        } else if (statement instanceof Statement.Dot(var source, var key, int target, var _, var _)
                && isIn(before.inputs, source)) {
            learn(key, target);
        }
    }

    /** A block within a statement, and the state at its beginning. */
    record Within(Block block, InputLocals locals) {}

    /** Returns the blocks that run as part of the statement. */
    List<Within> within(Statement statement) {
        InputLocals inside = copy();
        if (statement instanceof Statement.Scan scan) {
            inside.forget(Targets.of(scan));
            inside.forget(Targets.in(scan.block()));
        } else if (statement instanceof Statement.With with) {
            inside.forget(Targets.of(with));
            if (with.path().isEmpty()) {
                inside.learn(this, with.value(), with.local());
            }
        }
        List<Within> within = new ArrayList<>();
        for (Block block : statement instanceof Statement.Not ? List.<Block>of() : blocksOf(statement)) {
            within.add(new Within(block, inside.copy()));
            inside.forget(Targets.in(block));
        }
        return within;
    }

    /** Returns the negated block and the state at its beginning. */
    Within negated(Statement.Not not) {
        return new Within(not.block(), copy());
    }

    private static List<Block> blocksOf(Statement statement) {
        return switch (statement) {
            case Statement.Nested nested -> nested.blocks();
            case Statement.Not not -> List.of(not.block());
            case Statement.Scan scan -> List.of(scan.block());
            case Statement.With with -> List.of(with.block());
            default -> List.of();
        };
    }

    private void forget(Collection<Integer> set) {
        List.of(inputs, nets, kinds).forEach(group -> group.removeAll(set));
    }

    private void learn(Operand key, int target) {
        if (isNamed(key, "net")) {
            nets.add(target);
        } else if (isNamed(key, "kind")) {
            kinds.add(target);
        }
    }

    private void learn(InputLocals before, Operand source, int target) {
        if (isIn(before.inputs, source)) {
            inputs.add(target);
        }
        if (isIn(before.nets, source)) {
            nets.add(target);
        }
        if (isIn(before.kinds, source)) {
            kinds.add(target);
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
