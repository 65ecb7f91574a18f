package io.sallyport.regoengine.builtin.graphql;

import java.util.ArrayList;
import java.util.List;

/**
 * Computes the value of a block string: without the indentation that its lines share, and without empty lines around
 * it. Unlike in the specification, the first line counts for the indentation too, as in OPA 1.22.
 */
final class GraphqlBlockString {
    private GraphqlBlockString() {}

    static String value(String raw) {
        List<String> lines = new ArrayList<>(List.of(raw.split("\n", -1)));
        int common = lines.stream()
                .filter(line -> !isBlank(line))
                .mapToInt(GraphqlBlockString::indent)
                .min()
                .orElse(0);
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i);
            lines.set(i, line.substring(Math.min(common, line.length())));
        }
        while (!lines.isEmpty() && isBlank(lines.getFirst())) {
            lines.removeFirst();
        }
        while (!lines.isEmpty() && isBlank(lines.getLast())) {
            lines.removeLast();
        }
        return String.join("\n", lines);
    }

    private static boolean isBlank(String line) {
        return indent(line) == line.length();
    }

    private static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && (line.charAt(indent) == ' ' || line.charAt(indent) == '\t')) {
            indent++;
        }
        return indent;
    }
}
