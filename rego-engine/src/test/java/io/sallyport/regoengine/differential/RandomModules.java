package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Batches of random modules from a seed, without end: policies of one module ({@link RandomPolicy}), and packages of rules
 * over lists ({@link RandomRules}), many in one plan or one alone. They have no WebAssembly, which takes longest to make.
 * Confined to one thread.
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
            case 0 -> policies(chance);
            case 1 -> packages(chance, Words.TEXTS_OF_NUMBERS, PACKAGES);
            case 2 -> packages(chance, Words.APART, PACKAGES);
            default -> packages(chance, Words.TEXTS_OF_NUMBERS, 1);
        };
    }

    private static Batch policies(Chance chance) {
        var modules = withLibrary();
        Map<String, List<String>> entrypoints = new TreeMap<>();
        for (int i = 0; i < POLICIES; i++) {
            var policy = new RandomPolicy(chance, "p" + i);
            modules.put("p" + i, policy.text());
            entrypoints.put("p" + i, List.of(policy.entrypoint()));
        }
        var input = new RandomInput(chance);
        return new Batch(modules, entrypoints, inputs(input::json), Batch.NO_DATA, false);
    }

    private static Batch packages(Chance chance, Words words, int packages) {
        var modules = withLibrary();
        Map<String, List<String>> entrypoints = new TreeMap<>();
        boolean replacesData = chance.oneIn(4);
        for (int i = 0; i < packages; i++) {
            var rules = new RandomRules(chance, words, "g" + i, replacesData, packages == 1 ? 0 : 1);
            Map<String, String> texts = rules.texts();
            texts.keySet().forEach(name -> entrypoints.put(name, List.of()));
            entrypoints.put(texts.keySet().iterator().next(), rules.entrypoints());
            modules.putAll(texts);
        }
        return new Batch(modules, entrypoints, inputs(() -> words.input(chance)), words.data(), false);
    }

    private static Map<String, String> withLibrary() {
        Map<String, String> modules = new TreeMap<>();
        modules.put("lib", RandomPolicy.LIBRARY);
        return modules;
    }

    private static List<String> inputs(Supplier<String> input) {
        return IntStream.range(0, INPUTS).mapToObj(_ -> input.get()).toList();
    }
}
