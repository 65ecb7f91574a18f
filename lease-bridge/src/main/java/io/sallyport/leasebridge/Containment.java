package io.sallyport.leasebridge;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Proves that whatever one pattern covers, another covers too, by walking both automata at once over every text there can
 * be. What takes more than {@link #MAX_STATES} is not proven. Confined to its thread.
 */
final class Containment {
    /** Product states of one proof. */
    static final int MAX_STATES = 10_000;

    private record Product(BitSet inner, BitSet outer, int form) {}

    private final Automaton outer;
    private final Automaton inner;
    private final CanonicalForm form;
    private final Set<Product> seen = new HashSet<>();
    private final Deque<Product> open = new ArrayDeque<>();

    private Containment(Automaton outer, Automaton inner, CanonicalForm form) {
        this.outer = outer;
        this.inner = inner;
        this.form = form;
    }

    /** Whether every canonical text of {@code inner} is one of {@code outer}. */
    static boolean covers(Automaton outer, Automaton inner, CanonicalForm form) {
        return new Containment(outer, inner, form).prove();
    }

    private boolean prove() {
        Set<Character> alphabet = alphabet();
        visit(new Product(inner.start(), outer.start(), CanonicalForm.START));
        while (!open.isEmpty()) {
            Product at = open.pop();
            if (seen.size() > MAX_STATES || isWitness(at)) {
                return false;
            }
            for (char c : alphabet) {
                visit(new Product(inner.step(at.inner, c), outer.step(at.outer, c), form.next(at.form, c)));
            }
        }
        return true;
    }

    private void visit(Product product) {
        boolean isAlive = product.form != CanonicalForm.DEAD && !product.inner.isEmpty();
        if (isAlive && seen.add(product)) {
            open.push(product);
        }
    }

    /** A text ends here that only the inner one covers. */
    private boolean isWitness(Product at) {
        return form.isWhole(at.form) && inner.isEnd(at.inner) && !outer.isEnd(at.outer);
    }

    /** Every character that either treats unlike others, and one that stands for the rest. */
    private Set<Character> alphabet() {
        Set<Character> alphabet = new HashSet<>(Set.of('/', '.', '@'));
        outer.addAlphabet(alphabet);
        inner.addAlphabet(alphabet);
        char other = 'a';
        while (alphabet.contains(other)) {
            other++;
        }
        alphabet.add(other);
        return alphabet;
    }
}
