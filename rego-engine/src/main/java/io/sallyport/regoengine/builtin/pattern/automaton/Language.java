package io.sallyport.regoengine.builtin.pattern.automaton;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A regular set of texts, as its smallest deterministic automaton, so that equal sets are equal values. Texts are
 * sequences of code points. Immutable.
 */
public final class Language {
    /** No text. */
    public static final Language NOTHING =
            new Language(List.of(new DfaState(false, new int[] {0}, new int[] {0})), null);

    /** Every text. */
    public static final Language EVERYTHING =
            new Language(List.of(new DfaState(true, new int[] {0}, new int[] {0})), null);

    /** Characters that a sample prefers, in this order. */
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.~/";

    private final List<DfaState> states;
    private final @Nullable String only;
    private final int hash;

    private Language(List<DfaState> states, @Nullable String only) {
        this.states = List.copyOf(states);
        this.only = only;
        this.hash = states.hashCode();
    }

    /** How two sets become one. */
    private enum Join {
        AND,
        OR,
        WITHOUT;

        boolean of(boolean one, boolean other) {
            return switch (this) {
                case AND -> one && other;
                case OR -> one || other;
                case WITHOUT -> one && !other;
            };
        }
    }

    /** Returns the set of that text alone. */
    public static Language of(String text) {
        int[] points = text.codePoints().toArray();
        List<DfaState> states = new ArrayList<>(points.length + 2);
        int dead = points.length + 1;
        for (int i = 0; i < points.length; i++) {
            states.add(
                    points[i] == 0
                            ? new DfaState(false, new int[] {0, 1}, new int[] {i + 1, dead})
                            : new DfaState(
                                    false, new int[] {0, points[i], points[i] + 1}, new int[] {dead, i + 1, dead}));
        }
        states.add(new DfaState(true, new int[] {0}, new int[] {dead}));
        states.add(new DfaState(false, new int[] {0}, new int[] {dead}));
        return new Language(DfaState.ordered(states), text);
    }

    /**
     * Returns the texts that a whole RE2 expression matches, which begins with {@code ^} and ends in {@code $}; null if
     * it has something that this reader does not know, or is too large.
     */
    public static @Nullable Language ofExpression(String re2, StateBudget budget) {
        List<DfaState> states = Determination.of(re2, budget);
        return states == null ? null : ofRows(states);
    }

    private static Language ofRows(List<DfaState> states) {
        List<DfaState> smallest = DfaState.smallest(states);
        return new Language(smallest, onlyOf(smallest));
    }

    /** Returns the text of a set of one, found by going along its only way; else null. */
    private static @Nullable String onlyOf(List<DfaState> states) {
        int dead = DfaState.dead(states);
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (int steps = 0; steps < states.size(); steps++) {
            int by = states.get(at).onlyWay(dead);
            if (states.get(at).ends()) {
                return by == DfaState.NO_WAY ? text.toString() : null;
            }
            if (by < 0) {
                return null;
            }
            text.appendCodePoint(by);
            at = states.get(at).next(by);
        }
        return null;
    }

    /** Returns the texts of both. */
    public Language and(Language other, StateBudget budget) {
        if (only != null) {
            return other.contains(only) ? this : NOTHING;
        }
        if (other.only != null) {
            return contains(other.only) ? other : NOTHING;
        }
        if (equals(other) || other.equals(EVERYTHING) || isEmpty()) {
            return this;
        }
        return equals(EVERYTHING) || other.isEmpty() ? other : joined(other, Join.AND, budget);
    }

    /** Returns the texts of any of the two. */
    public Language or(Language other, StateBudget budget) {
        return equals(other) || other.isEmpty() ? this : joined(other, Join.OR, budget);
    }

    /** Returns the texts of this set that are not of the other. */
    public Language without(Language other, StateBudget budget) {
        if (only != null) {
            return other.contains(only) ? NOTHING : this;
        }
        if (equals(other) || other.equals(EVERYTHING)) {
            return NOTHING;
        }
        return other.isEmpty() || isEmpty() ? this : joined(other, Join.WITHOUT, budget);
    }

    /** Walks both automata at once. */
    private Language joined(Language other, Join join, StateBudget budget) {
        Map<Long, Integer> numbers = new HashMap<>();
        List<Long> pairs = new ArrayList<>();
        List<DfaState> made = new ArrayList<>();
        number(0, 0, numbers, pairs);
        for (int i = 0; i < pairs.size(); i++) {
            if (pairs.size() > StateBudget.MAX_STATES_OF_ONE) {
                budget.spend();
            }
            if (!budget.take(1)) {
                return NOTHING;
            }
            DfaState one = states.get((int) (pairs.get(i) >>> 32));
            DfaState two = other.states.get(pairs.get(i).intValue());
            int[] from = one.boundsWith(two);
            int[] to = new int[from.length];
            for (int k = 0; k < from.length; k++) {
                to[k] = number(one.next(from[k]), two.next(from[k]), numbers, pairs);
            }
            made.add(new DfaState(join.of(one.ends(), two.ends()), from, to));
        }
        return ofRows(made);
    }

    private static int number(int one, int two, Map<Long, Integer> numbers, List<Long> pairs) {
        long pair = ((long) one << 32) | two;
        Integer known = numbers.get(pair);
        if (known != null) {
            return known;
        }
        numbers.put(pair, pairs.size());
        pairs.add(pair);
        return pairs.size() - 1;
    }

    public boolean isEmpty() {
        return states.size() == 1 && !states.getFirst().ends();
    }

    /** Returns the text of a set of exactly one, else null. */
    public @Nullable String only() {
        return only;
    }

    public boolean contains(String text) {
        if (only != null) {
            return only.equals(text);
        }
        int at = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            at = states.get(at).next(text.codePointAt(i));
        }
        return states.get(at).ends();
    }

    /** Returns one of the shortest texts, of letters where there is a choice; null if there is none. */
    public @Nullable String shortest() {
        int[] before = new int[states.size()];
        int[] by = new int[states.size()];
        Arrays.fill(before, -1);
        List<Integer> reached = new ArrayList<>(List.of(0));
        for (int i = 0; i < reached.size(); i++) {
            int at = reached.get(i);
            DfaState state = states.get(at);
            if (state.ends()) {
                return text(at, before, by);
            }
            for (int point : state.samples(PLAIN)) {
                int next = state.next(point);
                if (next != 0 && before[next] < 0) {
                    before[next] = at;
                    by[next] = point;
                    reached.add(next);
                }
            }
        }
        return null;
    }

    private static String text(int end, int[] before, int[] by) {
        List<Integer> points = new ArrayList<>();
        for (int at = end; before[at] >= 0; at = before[at]) {
            points.add(by[at]);
        }
        StringBuilder text = new StringBuilder();
        points.reversed().forEach(text::appendCodePoint);
        return text.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Language that && hash == that.hash && states.equals(that.states));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return only == null ? "language of " + states.size() + " states" : only;
    }
}
