package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * Batches of random modules from a seed, without end: policies of one module ({@link RandomPolicy}), and packages of
 * rules over lists ({@link RandomRules}), many in one plan or one alone. They have no WebAssembly, which takes longest
 * to make. Confined to one thread.
 */
final class RandomModules {
    private static final int POLICIES = 60;
    private static final int PACKAGES = 12;
    private static final int INPUTS = 10;

    private final long seed;
    private long number;
    private int made;

    RandomModules(long seed) {
        this.seed = seed;
    }

    /** Returns how many modules the batches so far have, without what all may use. */
    int made() {
        return made;
    }

    /** Returns the next batches with at least so many modules in total. */
    List<Batch> next(int modules) {
        List<Batch> batches = new ArrayList<>();
        for (int until = made + modules; made < until; number++) {
            Batch batch = batch(new Chance(seed * 1_000_000_007L + number));
            made += batch.modules().size() - 1;
            batches.add(batch);
        }
        return batches;
    }

    private Batch batch(Chance chance) {
        return switch ((int) (number % 4)) {
            case 0 -> RandomPolicy.batch(chance, POLICIES, INPUTS, false);
            case 1 -> packages(chance, Words.TEXTS_OF_NUMBERS, PACKAGES);
            case 2 -> packages(chance, Words.APART, PACKAGES);
            default -> packages(chance, Words.TEXTS_OF_NUMBERS, 1);
        };
    }

    private static Batch packages(Chance chance, Words words, int packages) {
        return RuleBatches.batch(chance, words, chance.oneIn(4), packages, INPUTS, false);
    }
}
