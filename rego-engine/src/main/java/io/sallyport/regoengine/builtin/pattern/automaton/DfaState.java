package io.sallyport.regoengine.builtin.pattern.automaton;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One state of a deterministic automaton, and where each code point leads. Immutable. */
final class DfaState {
    /** No code point leads anywhere. */
    static final int NO_WAY = -1;

    /** More than one code point leads somewhere. */
    private static final int MANY_WAYS = -2;

    private final boolean ends;
    private final int[] from;
    private final int[] to;

    /**
     * Creates a state; the arrays are not changed any more.
     *
     * @param ends whether a text may end here
     * @param from the first code point of each range, in ascending order; the first is 0
     * @param to the number of the state that each range leads to
     */
    DfaState(boolean ends, int[] from, int[] to) {
        this.ends = ends;
        this.from = from;
        this.to = to;
    }

    /** Returns whether a text may end here. */
    boolean ends() {
        return ends;
    }

    /** Returns the state after {@code point}. */
    int next(int point) {
        int at = Arrays.binarySearch(from, point);
        return to[at >= 0 ? at : -at - 2];
    }

    /** Returns the beginnings of the ranges in which neither state changes. */
    int[] boundsWith(DfaState other) {
        return IntStream.concat(Arrays.stream(from), Arrays.stream(other.from))
                .sorted()
                .distinct()
                .toArray();
    }

    /** Returns the only code point that does not lead to {@code dead}, {@link #NO_WAY}, or another negative number. */
    int onlyWay(int dead) {
        int found = NO_WAY;
        for (int i = 0; i < from.length; i++) {
            if (to[i] != dead) {
                boolean isOne = i + 1 < from.length && from[i + 1] == from[i] + 1;
                if (found != NO_WAY || !isOne) {
                    return MANY_WAYS;
                }
                found = from[i];
            }
        }
        return found;
    }

    /** Returns a code point of each range, the first of {@code preferred} that it has, and those first. */
    int[] samples(String preferred) {
        int[] samples = new int[from.length];
        for (int i = 0; i < from.length; i++) {
            int last = i + 1 < from.length ? from[i + 1] - 1 : Character.MAX_CODE_POINT;
            int first = from[i];
            samples[i] = preferred
                    .chars()
                    .filter(point -> point >= first && point <= last)
                    .findFirst()
                    .orElse(first);
        }
        return IntStream.concat(
                        preferred.chars().filter(point -> Arrays.stream(samples).anyMatch(sample -> sample == point)),
                        Arrays.stream(samples).filter(point -> preferred.indexOf(point) < 0))
                .toArray();
    }

    /** Returns the smallest automaton of the same texts, whose states have one fixed order (Moore's partition). */
    static List<DfaState> smallest(List<DfaState> states) {
        int[] block = states.stream().mapToInt(state -> state.ends() ? 1 : 0).toArray();
        int count = (int) Arrays.stream(block).distinct().count();
        while (true) {
            int[] finer = refined(states, block);
            int more = Arrays.stream(finer).max().orElse(0) + 1;
            block = finer;
            if (more == count) {
                break;
            }
            count = more;
        }
        return ordered(merged(states, block, count));
    }

    private static int[] refined(List<DfaState> states, int[] block) {
        Map<IntBuffer, Integer> numbers = new HashMap<>();
        int[] finer = new int[block.length];
        for (int i = 0; i < block.length; i++) {
            DfaState state = states.get(i);
            int[] seen = new int[1 + 2 * state.from.length];
            int size = 0;
            seen[size++] = block[i];
            int last = -1;
            for (int k = 0; k < state.from.length; k++) {
                if (block[state.to[k]] != last) {
                    last = block[state.to[k]];
                    seen[size++] = state.from[k];
                    seen[size++] = last;
                }
            }
            IntBuffer key = IntBuffer.wrap(seen, 0, size);
            finer[i] = numbers.computeIfAbsent(key, _ -> numbers.size());
        }
        return finer;
    }

    /** Returns one state for each block; that of the first state is the first. */
    private static List<DfaState> merged(List<DfaState> states, int[] block, int count) {
        @Nullable DfaState[] made = new DfaState[count];
        for (int i = 0; i < block.length; i++) {
            if (made[block[i]] == null) {
                DfaState state = states.get(i);
                int[] to = Arrays.stream(state.to).map(next -> block[next]).toArray();
                made[block[i]] = new DfaState(state.ends, state.from, to).joined();
            }
        }
        List<DfaState> all = new ArrayList<>();
        for (DfaState state : made) {
            if (state != null) {
                all.add(state);
            }
        }
        return all;
    }

    /** Joins neighbouring ranges that lead to the same state. */
    private DfaState joined() {
        int[] kept = IntStream.range(0, from.length)
                .filter(i -> i == 0 || to[i] != to[i - 1])
                .toArray();
        return new DfaState(
                ends,
                Arrays.stream(kept).map(i -> from[i]).toArray(),
                Arrays.stream(kept).map(i -> to[i]).toArray());
    }

    /** Numbers the states as they are met from the first, and leaves out those that are not. */
    static List<DfaState> ordered(List<DfaState> states) {
        int[] number = new int[states.size()];
        Arrays.fill(number, -1);
        List<Integer> met = new ArrayList<>(List.of(0));
        number[0] = 0;
        for (int i = 0; i < met.size(); i++) {
            for (int next : states.get(met.get(i)).to) {
                if (number[next] < 0) {
                    number[next] = met.size();
                    met.add(next);
                }
            }
        }
        return met.stream()
                .map(states::get)
                .map(state -> new DfaState(
                        state.ends,
                        state.from,
                        Arrays.stream(state.to).map(next -> number[next]).toArray()))
                .toList();
    }

    /** Returns the state from which no text ends, or -1; there is at most one in the smallest automaton. */
    static int dead(List<DfaState> states) {
        return IntStream.range(0, states.size())
                .filter(i -> !states.get(i).ends && states.get(i).to.length == 1 && states.get(i).to[0] == i)
                .findFirst()
                .orElse(-1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DfaState that
                && ends == that.ends
                && Arrays.equals(from, that.from)
                && Arrays.equals(to, that.to);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(from) + Arrays.hashCode(to)) + Boolean.hashCode(ends);
    }
}
