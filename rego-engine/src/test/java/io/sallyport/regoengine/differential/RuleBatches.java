package io.sallyport.regoengine.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Packages of rules over lists ({@link RandomRules}), from a seed: many in one plan, and few bodies in a plan of their
 * own.
 */
final class RuleBatches {
    private static final int BATCHES = 2;
    private static final int PACKAGES = 30;

    /** How a plan is rewritten often depends on everything in it. */
    private static final int SMALL = 40;

    private static final int INPUTS = 12;

    private RuleBatches() {}

    /** Of batches with many packages, every second one replaces data; of those with one package, every fourth. */
    static List<Batch> of(long seed, int factor) {
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES * factor; i++) {
            for (Words words : Words.values()) {
                batches.add(batch(new Chance(seed * 1_000 + i), words, i % 2 == 0, PACKAGES, INPUTS, words.isWasm()));
            }
        }
        for (int i = 0; i < SMALL * factor; i++) {
            var chance = new Chance(seed * 1_000_000 + i);
            batches.add(batch(chance, Words.TEXTS_OF_NUMBERS, i % 4 == 0, 1, INPUTS, false));
        }
        return batches;
    }

    /** Returns packages in one plan; of one alone, bodies are few. */
    static Batch batch(
            Chance chance, Words words, boolean replacesData, int packages, int howManyInputs, boolean wasm) {
        Map<String, String> modules = new TreeMap<>();
        Map<String, List<String>> entrypoints = new TreeMap<>();
        modules.put("lib", RandomPolicy.LIBRARY);
        for (int i = 0; i < packages; i++) {
            var rules = new RandomRules(chance, words, "g" + i, replacesData, packages == 1 ? 0 : 1);
            Map<String, String> texts = rules.texts();
            texts.keySet().forEach(name -> entrypoints.put(name, List.of()));
            entrypoints.put(texts.keySet().iterator().next(), rules.entrypoints());
            modules.putAll(texts);
        }
        List<String> inputs = IntStream.range(0, howManyInputs)
                .mapToObj(_ -> words.input(chance))
                .toList();
        return new Batch(modules, entrypoints, inputs, words.data(), wasm);
    }
}
