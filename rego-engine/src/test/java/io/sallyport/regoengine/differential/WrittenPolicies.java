package io.sallyport.regoengine.differential;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Policies as a security team writes them ({@code resources/differential/corpus}); each rule is evaluated on its own.
 */
final class WrittenPolicies {
    private static final Path FOLDER = Path.of("src/test/resources/differential/corpus");
    private static final String REGO = ".rego";
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package (\\S+)$");

    /** The name of a function is followed by a parenthesis. */
    private static final Pattern RULE = Pattern.compile("(?m)^(?!package|import)(?:default )?([a-z_]+)[ .\\[]");

    /** Policies that OPA's WebAssembly answers otherwise than OPA; known differences say why. */
    private static final Set<String> NOT_IN_WASM = Set.of("bits", "storage");

    private WrittenPolicies() {}

    /** Returns what can be compared with OPA's WebAssembly, and what cannot. */
    static List<Batch> batches(Chance chance, int inputs) throws IOException {
        Map<String, String> comparable = texts();
        Map<String, String> others = new TreeMap<>(comparable);
        comparable.keySet().removeAll(NOT_IN_WASM);
        others.keySet().retainAll(NOT_IN_WASM);
        var request = new RandomRequest(chance);
        List<String> requests =
                IntStream.range(0, inputs).mapToObj(_ -> request.json()).toList();
        return List.of(batch(comparable, requests, true), batch(others, requests, false));
    }

    private static Batch batch(Map<String, String> modules, List<String> requests, boolean wasm) throws IOException {
        return new Batch(
                modules,
                modules.keySet().stream().collect(toMap(name -> name, name -> rules(modules.getOrDefault(name, "")))),
                requests,
                Files.readString(FOLDER.resolve("data.json")),
                wasm);
    }

    private static Map<String, String> texts() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> policies =
                    files.filter(file -> file.toString().endsWith(REGO)).toList();
            Map<String, String> texts = new TreeMap<>();
            for (Path policy : policies) {
                String file = String.valueOf(policy.getFileName());
                texts.put(file.substring(0, file.length() - REGO.length()), Files.readString(policy));
            }
            return texts;
        }
    }

    private static List<String> rules(String text) {
        String path = first(PACKAGE, text).replace('.', '/');
        return RULE.matcher(text)
                .results()
                .map(rule -> path + "/" + rule.group(1))
                .distinct()
                .toList();
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .findFirst()
                .map((MatchResult found) -> found.group(1))
                .orElseThrow();
    }
}
