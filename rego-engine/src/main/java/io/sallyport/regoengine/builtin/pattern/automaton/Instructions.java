package io.sallyport.regoengine.builtin.pattern.automaton;

import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Chars;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Choice;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Position;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Repeated;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a nondeterministic automaton (Thompson's construction); the last one is the match.
 *
 * @param begin the index of the first instruction
 */
record Instructions(List<Instruction> instructions, int begin) {
    /** The states of the deterministic automaton are sets of these: larger expressions are left to RE2/J. */
    private static final int MAX_INSTRUCTIONS = 2_000;

    /** One instruction, and the index of the next. */
    sealed interface Instruction {}

    /** Takes one character. */
    record Take(CodePoints points, int next) implements Instruction {}

    /** Goes both ways. */
    record Split(int one, int other) implements Instruction {}

    /** Goes on where the position is so. */
    record Check(Position position, int next) implements Instruction {}

    /** The text has a match. */
    record Match() implements Instruction {}

    /** Returns the program of an expression; null if it is too large. */
    static @Nullable Instructions of(Expression expression) {
        var builder = new Builder();
        int end = builder.add(new Match());
        int begin = builder.before(expression, end);
        return begin < 0 ? null : new Instructions(List.copyOf(builder.built), begin);
    }

    int size() {
        return instructions.size();
    }

    /** Builds from the end to the beginning, so that what comes next is known. */
    private static final class Builder {
        private final List<Instruction> built = new ArrayList<>();

        int add(Instruction instruction) {
            if (built.size() >= MAX_INSTRUCTIONS) {
                return -1;
            }
            built.add(instruction);
            return built.size() - 1;
        }

        /** Returns the index at which {@code expression} begins, {@code next} following; negative if too large. */
        int before(Expression expression, int next) {
            if (next < 0) {
                return next;
            }
            return switch (expression) {
                case Chars(var points) -> add(new Take(points, next));
                case Position position -> add(new Check(position, next));
                case Sequence(var parts) -> {
                    int begin = next;
                    for (Expression part : parts.reversed()) {
                        begin = before(part, begin);
                    }
                    yield begin;
                }
                case Choice(var branches) -> {
                    int begin = before(branches.getLast(), next);
                    for (Expression branch : branches.reversed().subList(1, branches.size())) {
                        int one = before(branch, next);
                        begin = one < 0 || begin < 0 ? -1 : add(new Split(one, begin));
                    }
                    yield begin;
                }
                case Repeated(var part, int least, int most, var _) -> {
                    int begin = most == Repeated.UNBOUNDED ? loop(part, next) : upTo(part, most - least, next);
                    for (int i = 0; i < least; i++) {
                        begin = before(part, begin);
                    }
                    yield begin;
                }
            };
        }

        private int loop(Expression part, int next) {
            int split = add(new Split(next, next));
            int inside = before(part, split);
            if (inside >= 0) {
                built.set(split, new Split(inside, next));
            }
            return inside < 0 ? inside : split;
        }

        private int upTo(Expression part, int times, int next) {
            int begin = next;
            for (int i = 0; i < times; i++) {
                int one = before(part, begin);
                begin = one < 0 ? one : add(new Split(one, next));
            }
            return begin;
        }
    }
}
