package io.sallyport.leasebridge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether everything that one pattern covers is covered by several others together, by walking all automata at
 * once over every possible text, shortest first. If that takes more than {@link #MAX_STATES}, or more than the
 * remaining budget, the answer is unproven. Confined to its thread.
 */
final class PatternContainment {
    /** Limit of product states in one proof. */
    static final int MAX_STATES = 10_000;

    private static final long MOVES_OF_A_STEP = 4; // cost of a step besides the states it moves
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

    /** The result of a comparison. */
    sealed interface Outcome {}

    record Covered() implements Outcome {}

    /** A canonical text that the inner pattern covers and no outer pattern does. */
    record Witness(String text) implements Outcome {}

    /** Neither a proof nor a witness was found. */
    record Unproven() implements Outcome {}

    private record Product(BitSet inner, List<BitSet> outer, int form) {}

    /** A product state, and the text that leads to it as a linked list from its end. */
    private record Reached(Product at, @Nullable Reached before, char by) {}

    private final PatternAutomaton inner;
    private final List<PatternAutomaton> outer;
    private final CanonicalForm form;
    private final Predicate<String> isTarget;
    private final ComparisonBudget effort;
    private final char other;
    private final Set<Product> seen = new HashSet<>();
    private final Queue<Reached> open = new ArrayDeque<>();
    private boolean isDoubtful;

    private PatternContainment(
            PatternAutomaton inner,
            List<PatternAutomaton> outer,
            CanonicalForm form,
            Predicate<String> isTarget,
            ComparisonBudget effort) {
        this.inner = inner;
        this.outer = outer;
        this.form = form;
        this.isTarget = isTarget;
        this.effort = effort;
        this.other = other();
    }

    /**
     * Compares {@code inner} with {@code outer}.
     *
     * @param outer the patterns that may cover together; if empty, any text of {@code inner} is a witness
     * @param form the syntax of targets; may accept more than there are
     * @param isTarget whether a text is its own canonical form; called for each witness
     */
    static Outcome of(
            PatternAutomaton inner,
            List<PatternAutomaton> outer,
            CanonicalForm form,
            Predicate<String> isTarget,
            ComparisonBudget effort) {
        return new PatternContainment(inner, outer, form, isTarget, effort).search();
    }

    private Outcome search() {
        List<BitSet> starts = outer.stream().map(PatternAutomaton::start).toList();
        visit(new Reached(new Product(inner.start(), starts, CanonicalForm.START), null, '\0'));
        for (Reached reached = open.poll(); reached != null; reached = open.poll()) {
            if (seen.size() > MAX_STATES) {
                return new Unproven();
            }
            String witness = witness(reached);
            if (witness != null) {
                return new Witness(witness);
            }
            for (char c : next(reached.at)) {
                if (!effort.take(cost(reached.at))) {
                    return new Unproven();
                }
                visit(step(reached, c));
            }
        }
        return isDoubtful ? new Unproven() : new Covered();
    }

    private Reached step(Reached from, char c) {
        List<BitSet> moved = new ArrayList<>(outer.size());
        for (int i = 0; i < outer.size(); i++) {
            moved.add(outer.get(i).step(from.at.outer.get(i), c));
        }
        return new Reached(new Product(inner.step(from.at.inner, c), moved, form.next(from.at.form, c)), from, c);
    }

    private static long cost(Product at) {
        long moves = MOVES_OF_A_STEP + at.inner.cardinality();
        for (BitSet states : at.outer) {
            moves += 1 + states.cardinality();
        }
        return moves;
    }

    private void visit(Reached reached) {
        boolean isAlive = reached.at.form != CanonicalForm.DEAD && !reached.at.inner.isEmpty();
        if (isAlive && seen.add(reached.at)) {
            open.add(reached);
        }
    }

    /**
     * Returns a text that only the inner pattern covers and that ends here, or goes on from here after no outer pattern
     * can; else null.
     */
    private @Nullable String witness(Reached reached) {
        Product at = reached.at;
        if (form.isWhole(at.form) && inner.isEnd(at.inner) && !isOuterEnd(at)) {
            String text = text(reached);
            if (isTarget.test(text)) {
                return text;
            }
            isDoubtful = true;
        }
        if (!at.outer.stream().allMatch(BitSet::isEmpty)) {
            return null;
        }
        String text = text(reached) + inner.shortestEnd(at.inner, other);
        return effort.take(text.length()) && isTarget.test(text) ? text : null;
    }

    private boolean isOuterEnd(Product at) {
        for (int i = 0; i < outer.size(); i++) {
            if (outer.get(i).isEnd(at.outer.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static String text(Reached end) {
        StringBuilder text = new StringBuilder();
        Reached at = end;
        for (Reached before = at.before; before != null; before = at.before) {
            text.append(at.by);
            at = before;
        }
        return text.reverse().toString();
    }

    /** Returns the characters that this state treats differently, and one that represents all others. */
    private Set<Character> next(Product at) {
        Set<Character> next = new LinkedHashSet<>();
        boolean isOpen = inner.isOpen(at.inner);
        if (isOpen) {
            next.add(other);
        }
        inner.addNext(at.inner, next);
        if (isOpen) {
            for (int i = 0; i < outer.size(); i++) {
                outer.get(i).addNext(at.outer.get(i), next);
            }
            next.addAll(List.of('/', '.', '@')); // separators, which the form treats differently
        }
        return next;
    }

    private char other() {
        Set<Character> alphabet = new HashSet<>(List.of('/', '.', '@'));
        outer.forEach(automaton -> automaton.addAlphabet(alphabet));
        inner.addAlphabet(alphabet);
        for (int i = 0; i < PLAIN.length(); i++) {
            if (!alphabet.contains(PLAIN.charAt(i))) {
                return PLAIN.charAt(i);
            }
        }
        char rare = '\u4e00'; // a range of Han letters that is larger than the alphabet of any pattern
        while (alphabet.contains(rare)) {
            rare++;
        }
        return rare;
    }
}
