package io.sallyport.regoengine.compiler;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rego for tests of the compiler, and requests for it. */
final class RegoSamples {
    /** As in the design, but with enough time on a busy machine. */
    static final CompileBudget PATIENT = new CompileBudget(java.time.Duration.ofMinutes(10), 1 << 22, 1000, false);

    static final List<String> ENTRYPOINTS =
            List.of("sallyport/guardrails/deny", "sallyport/guardrails/obligations", "sample", "sample/language/level");

    private static final Path FOLDER = Path.of("src/test/resources/compiler");

    private RegoSamples() {}

    static Map<String, String> accepted() {
        return below(FOLDER.resolve("accepted"));
    }

    /** Returns the shipped library of the sibling module, without its tests. */
    static Map<String, String> library() {
        Map<String, String> files = below(Path.of("../rego/src/main/rego"));
        files.keySet().removeIf(name -> name.endsWith("_test.rego"));
        return files;
    }

    static Map<String, String> refused() {
        return below(FOLDER.resolve("refused"));
    }

    static String refused(String name) {
        return requireNonNull(refused().get(name), name);
    }

    static Map<String, String> one(String text) {
        return Map.of("a.rego", text);
    }

    static CompileRequest ordinary() {
        return CompileRequest.of(one("package a\n\nallow if input.x == 1\n"), List.of("a/allow"));
    }

    /** Keeps OPA's type checker busy forever: each type is twice as large as the one before. */
    static CompileRequest endless() {
        String steps = IntStream.rangeClosed(1, 40)
                .mapToObj(n -> "r%d := [r%d, {\"k\": r%d}]\n".formatted(n, n - 1, n - 1))
                .collect(Collectors.joining("\n"));
        String text = "package a\n\nr0 := input.a\n\n" + steps + "\nallow if r40 == r39\n";
        return CompileRequest.of(one(text), List.of("a/allow"));
    }

    static CompileOutcome await(CompletionStage<CompileOutcome> outcome) {
        return outcome.toCompletableFuture().join();
    }

    private static Map<String, String> below(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            var files = new TreeMap<String, String>();
            for (Path path : paths.filter(p -> p.toString().endsWith(".rego")).toList()) {
                files.put(folder.relativize(path).toString(), Files.readString(path));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
