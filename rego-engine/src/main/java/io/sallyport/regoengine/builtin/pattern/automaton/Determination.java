package io.sallyport.regoengine.builtin.pattern.automaton;

import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Position;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Sequence;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Check;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Match;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Split;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Take;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes a deterministic automaton of an expression over whole texts (subset construction). Confined to one call. */
final class Determination {
    private final Instructions program;
    private final Map<BitSet, Integer> numbers = new HashMap<>();
    private final List<BitSet> states = new ArrayList<>();

    private Determination(Instructions program) {
        this.program = program;
    }

    /**
     * Returns the states, or null if the expression is not anchored at both ends, asks for another position inside, or
     * takes more states than the budget has.
     */
    static @Nullable List<DfaState> of(String re2, StateBudget budget) {
        Expression inner = inner(ExpressionReader.read(re2));
        Instructions program = inner == null ? null : Instructions.of(inner);
        boolean isPlain = program != null && program.instructions().stream().noneMatch(Check.class::isInstance);
        return program != null && isPlain ? new Determination(program).states(budget) : null;
    }

    /** Returns what stands between the anchors, or null without them. */
    private static @Nullable Expression inner(@Nullable Expression whole) {
        boolean isAnchored = whole instanceof Sequence(var parts)
                && parts.size() > 1
                && parts.getFirst() == Position.TEXT_BEGIN
                && parts.getLast() == Position.TEXT_END;
        return isAnchored && whole instanceof Sequence(var parts)
                ? new Sequence(parts.subList(1, parts.size() - 1))
                : null;
    }

    private @Nullable List<DfaState> states(StateBudget budget) {
        List<DfaState> made = new ArrayList<>();
        BitSet start = new BitSet();
        add(program.begin(), start);
        number(start);
        for (int i = 0; i < states.size(); i++) {
            if (states.size() > StateBudget.MAX_STATES_OF_ONE || !budget.take(1)) {
                return null;
            }
            made.add(made(states.get(i)));
        }
        return made;
    }

    private DfaState made(BitSet state) {
        TreeSet<Integer> bounds = new TreeSet<>(List.of(0));
        boolean ends = false;
        for (int at = state.nextSetBit(0); at >= 0; at = state.nextSetBit(at + 1)) {
            ends |= program.instructions().get(at) instanceof Match;
            if (program.instructions().get(at) instanceof Take(CodePoints points, int _)) {
                points.ranges().forEach(range -> {
                    bounds.add(range.first());
                    bounds.add(range.last() + 1);
                });
            }
        }
        bounds.removeIf(bound -> bound > Character.MAX_CODE_POINT);
        int[] from = bounds.stream().mapToInt(Integer::intValue).toArray();
        int[] to = new int[from.length];
        for (int i = 0; i < from.length; i++) {
            to[i] = number(after(state, from[i]));
        }
        return new DfaState(ends, from, to);
    }

    private BitSet after(BitSet state, int point) {
        BitSet next = new BitSet();
        for (int at = state.nextSetBit(0); at >= 0; at = state.nextSetBit(at + 1)) {
            if (program.instructions().get(at) instanceof Take(CodePoints points, int then) && points.contains(point)) {
                add(then, next);
            }
        }
        return next;
    }

    private void add(int at, BitSet state) {
        if (!state.get(at)) {
            state.set(at);
            if (program.instructions().get(at) instanceof Split(int one, int other)) {
                add(one, state);
                add(other, state);
            }
        }
    }

    private int number(BitSet state) {
        Integer known = numbers.get(state);
        if (known != null) {
            return known;
        }
        numbers.put(state, states.size());
        states.add(state);
        return states.size() - 1;
    }
}
