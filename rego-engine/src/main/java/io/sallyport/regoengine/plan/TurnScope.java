package io.sallyport.regoengine.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known of the locals at one place of a turn. Confined to one thread. */
final class TurnScope {
    private final LoopNest nest;
    private final Set<Integer> input;
    private final Set<Integer> assigned = new HashSet<>();
    private final Set<Integer> fixed = new HashSet<>();
    private final Set<Integer> plain = new HashSet<>();
    private final Map<Integer, Constant> constants = new HashMap<>();

    /** @param input the locals that may hold something of the input */
    TurnScope(LoopNest nest, Set<Integer> input) {
        this.nest = nest;
        this.input = input;
    }

    /** For a block within, which need not be come to. */
    TurnScope inner() {
        TurnScope inner = new TurnScope(nest, input);
        inner.assigned.addAll(assigned);
        inner.fixed.addAll(fixed);
        inner.plain.addAll(plain);
        inner.constants.putAll(constants);
        return inner;
    }

    /** Whether {@code local} may hold what another turn left in it. */
    boolean isLeftOver(int local) {
        return nest.writes(local) && !assigned.contains(local);
    }

    /** Whether {@code operand} is the same in each turn that comes here. */
    boolean isFixed(Operand operand) {
        return !(operand instanceof Operand.Local(int local)) || !nest.writes(local) || fixed.contains(local);
    }

    /** Whether {@code operand} may be something that can note who reads it. */
    boolean isOfInput(Operand operand) {
        return operand instanceof Operand.Local(int local) && input.contains(local) && !plain.contains(local);
    }

    /** The one value that {@code operand} has here in each turn. */
    @Nullable
    Constant constant(Operand operand) {
        return operand instanceof Operand.Local(int local) ? constants.get(local) : Constant.of(operand);
    }

    void assign(int local) {
        assigned.add(local);
    }

    void assignPlain(int local) {
        assign(local);
        if (nest.writesOnce(local)) {
            plain.add(local);
        }
    }

    void assignFixed(int local) {
        assign(local);
        if (nest.writesOnce(local)) {
            fixed.add(local);
        }
    }

    void assignConstant(int local, Constant value) {
        assignFixed(local);
        if (nest.writesOnce(local)) {
            constants.put(local, value);
        }
    }
}
