package io.sallyport.cli.command;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Formats an effective policy, as its JSON has it, for people. */
public final class EffectiveTable {
    private static final List<String> HEAD = List.of("LAYER", "", "AT", "RULE", "PATTERN");

    private EffectiveTable() {}

    /** Returns several lines. */
    public static String of(JsonNode policy) {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s, generation %s, %s"
                .formatted(
                        text(policy, "id"), text(policy, "status"), text(policy, "generation"), text(policy, "phase")));
        add(lines, policy, "ended", "refused everything: ");
        add(lines, policy, "expires_at", "expires ");
        add(lines, policy, "report_mode_until", "in report mode until ");
        add(lines, policy, "candidate_until", "has a candidate until ");
        policy.path("budgets")
                .properties()
                .forEach(budget ->
                        lines.add("%s %s left".formatted(budget.getValue().asString(), budget.getKey())));
        lines.addAll(table(rows(policy.path("lines"))));
        return String.join("\n", lines) + "\n";
    }

    private static List<List<String>> rows(JsonNode lines) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (JsonNode line : lines) {
            String of = line.has("of") ? " " + named(text(line, "of"), text(line, "layer")) : "";
            String trial = text(line, "mode").equals("report") ? " (reports)" : "";
            rows.add(List.of(
                    text(line, "layer") + of,
                    text(line, "effect") + trial,
                    at(line),
                    line.has("rule") ? text(line, "rule") : text(line, "side") + ":(computed)",
                    text(line, "text")));
        }
        return rows;
    }

    /** Returns the name of an ancestor without the word of its layer. */
    private static String named(String of, String layer) {
        return of.startsWith(layer + ":") ? of.substring(layer.length() + 1) : of;
    }

    private static String at(JsonNode line) {
        if (!line.has("document")) {
            return "-";
        }
        String layer = line.has("harness_layer") ? " (" + text(line, "harness_layer") + ")" : "";
        return text(line, "document") + ":" + text(line, "line") + ":" + text(line, "column") + layer;
    }

    private static List<String> table(List<List<String>> rows) {
        int[] widths = new int[HEAD.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static void add(List<String> lines, JsonNode policy, String member, String before) {
        if (policy.has(member)) {
            lines.add(before + text(policy, member));
        }
    }

    private static String text(JsonNode node, String member) {
        return ShownName.of(node.path(member).asString(""));
    }
}
