package io.sallyport.regoengine.differential;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Single expressions as modules, asked in every build. */
final class Expressions {
    private static final String ANY_INPUT = "{\"any\": [1, \"a\", {\"b\": null}]}";

    private Expressions() {}

    /** Returns those that must answer as OPA does, one on each line of {@code expressions.txt}. */
    static List<String> listed() {
        return lines("expressions.txt").filter(line -> !line.isBlank()).toList();
    }

    /** Returns the lines of a resource that are no comments. */
    static Stream<String> lines(String resource) {
        try (InputStream in =
                Objects.requireNonNull(Expressions.class.getResourceAsStream("/differential/" + resource))) {
            return new String(in.readAllBytes(), UTF_8).lines().filter(line -> !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the module {@code c<number>}, whose rule {@code r} has the answers of an expression. */
    static String module(int number, String expression) {
        return "package c" + number + "\n\nr := [x | x := " + expression + "]\n";
    }

    /** Returns a batch of expressions by the names of their modules. */
    static Batch batch(Map<String, String> expressions) {
        Map<String, String> modules = new TreeMap<>();
        Map<String, List<String>> entrypoints = new TreeMap<>();
        expressions.forEach((name, expression) -> {
            entrypoints.put(name, List.of("c" + modules.size() + "/r"));
            modules.put(name, module(modules.size(), expression));
        });
        return new Batch(modules, entrypoints, List.of(ANY_INPUT), Batch.NO_DATA, false);
    }

    static Batch batch(List<String> expressions) {
        Map<String, String> named = new TreeMap<>();
        expressions.forEach(expression -> named.put("e%04d".formatted(named.size()), expression));
        return batch(named);
    }
}
