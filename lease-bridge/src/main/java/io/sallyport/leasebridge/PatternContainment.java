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
 * Asks whether whatever one pattern covers is covered by one of several others, by walking all automata at once over every
 * text there can be, shortest first. What takes more than {@link #MAX_STATES}, or more than the effort that is left, is not
 * proven. Confined to its thread.
 */
final class PatternContainment {
    /** Product states of one proof. */
    static final int MAX_STATES = 10_000;

    private static final long MOVES_OF_A_STEP = 4; // what a step costs beside the states it moves
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

    /** What came of it. */
    sealed interface Outcome {}

    record Covered() implements Outcome {}

    /** A canonical text that the inner pattern covers and none of the outer ones does. */
    record Witness(String text) implements Outcome {}

    /** Neither was found. */
    record Unproven() implements Outcome {}

    private record Product(BitSet inner, List<BitSet> outer, int form) {}

    /** A product, and the text that leads to it, backwards. */
    private record Reached(Product at, @Nullable Reached before, char by) {}

    private final Automaton inner;
    private final List<Automaton> outer;
    private final CanonicalForm form;
    private final Predicate<String> isTarget;
    private final ComparisonBudget effort;
    private final char other;
    private final Set<Product> seen = new HashSet<>();
    private final Queue<Reached> open = new ArrayDeque<>();
    private boolean isDoubtful;

    private PatternContainment(
            Automaton inner,
            List<Automaton> outer,
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
     * Compares.
     *
     * @param outer the patterns any of which may cover; with none, a witness is any text of {@code inner}
     * @param form what can be a target at all; may let in more than there is
     * @param isTarget whether a text is its own canonical form, asked of each witness
     */
    static Outcome of(
            Automaton inner,
            List<Automaton> outer,
            CanonicalForm form,
            Predicate<String> isTarget,
            ComparisonBudget effort) {
        return new PatternContainment(inner, outer, form, isTarget, effort).search();
    }

    private Outcome search() {
        List<BitSet> starts = outer.stream().map(Automaton::start).toList();
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

    /** A text that ends here, or goes on from here where no outer pattern can follow, and only the inner one covers. */
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

    /** The characters that this state treats unlike others, and one that stands for the rest. */
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
            next.addAll(List.of('/', '.', '@')); // what a star may stop at
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
        char rare = '\u4e00'; // letters of Han: more than any pattern has characters
        while (alphabet.contains(rare)) {
            rare++;
        }
        return rare;
    }
}
