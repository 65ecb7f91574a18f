package io.sallyport.bench;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of a comparison: time and bytes of each engine, and its time relative to our bytecode's. */
final class ShapesTable {
    private static final String FIRST = "bytecode";
    private static final List<String> ENGINES = List.of(FIRST, "nodes", "opa-go", "regorus", "regorus-vm", "wasm");

    private ShapesTable() {}

    /**
     * The cost of one decision.
     *
     * @param ns nanoseconds
     * @param bytes allocated
     */
    record Cost(String engine, String shape, int rules, double ns, double bytes) {}

    static String of(List<Cost> costs, List<String> shapes, List<Integer> counts) {
        StringBuilder table = new StringBuilder("| shape, rules | " + String.join(" | ", ENGINES) + " |\n");
        table.append("|---".repeat(ENGINES.size() + 1)).append("|\n");
        for (String shape : shapes) {
            for (int count : counts) {
                table.append("| ").append(shape).append(", ").append(count).append(" |");
                ENGINES.forEach(engine -> table.append(' ')
                        .append(cell(costs, engine, shape, count))
                        .append(" |"));
                table.append('\n');
            }
        }
        return table.toString();
    }

    private static String cell(List<Cost> costs, String engine, String shape, int count) {
        Cost cost = find(costs, engine, shape, count);
        Cost first = Objects.requireNonNull(find(costs, FIRST, shape, count));
        return cost == null
                ? "-"
                : "%s, %s, %sx".formatted(time(cost.ns), size(cost.bytes), number(cost.ns / first.ns));
    }

    private static @Nullable Cost find(List<Cost> costs, String engine, String shape, int count) {
        return costs.stream()
                .filter(cost -> cost.engine.equals(engine) && cost.shape.equals(shape) && cost.rules == count)
                .findFirst()
                .orElse(null);
    }

    private static String time(double ns) {
        return ns < 1_000 ? number(ns) + " ns" : ns < 1e6 ? number(ns / 1e3) + " µs" : number(ns / 1e6) + " ms";
    }

    private static String size(double bytes) {
        return bytes < 1_000
                ? number(bytes) + " B"
                : bytes < 1e6 ? number(bytes / 1e3) + " KB" : number(bytes / 1e6) + " MB";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
