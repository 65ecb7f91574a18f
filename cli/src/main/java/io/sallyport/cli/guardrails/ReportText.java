package io.sallyport.cli.guardrails;

import io.sallyport.cli.command.ShownName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Formats counts of rules, as the control API writes them, for people. */
final class ReportText {
    private static final int MAX_NAMED = 3; // hosts and sandboxes per rule; the JSON has more

    private ReportText() {}

    /** Returns several lines. */
    static String of(JsonNode report) {
        List<String> lines = new ArrayList<>();
        lines.add("since " + report.path("since").asString(""));
        if (report.has("candidate")) {
            lines.add("candidate " + name(report, "candidate"));
        }
        if (report.path("rules").isEmpty()) {
            lines.add("no rule in report mode would have refused a request");
        }
        for (JsonNode rule : report.path("rules")) {
            lines.add("%8d  %s".formatted(rule.path("hits").asLong(), name(rule, "rule")));
            lines.add("%8s  %s to %s".formatted("", name(rule, "first"), name(rule, "last")));
            lines.add("%8s  hosts      %s".formatted("", named(rule, "hosts", "other_hosts")));
            lines.add("%8s  sandboxes  %s".formatted("", named(rule, "sandboxes", "other_sandboxes")));
        }
        addCount(lines, report.path("other_rules").asLong(), "by rules without a count of their own");
        addCount(lines, report.path("not_asked").asLong(), "requests that a rule could not be asked about");
        return String.join("\n", lines) + "\n";
    }

    /** Returns a line for each rule. */
    static String rules(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        lines.add("since " + answer.path("since").asString(""));
        for (JsonNode rule : answer.path("rules")) {
            lines.add("%8d  %-10s  %-24s  %s"
                    .formatted(
                            rule.path("hits").asLong(),
                            rule.path("verdict").asString("-"),
                            rule.path("last").asString("never"),
                            name(rule, "rule")));
        }
        answer.path("others")
                .properties()
                .forEach(other -> addCount(
                        lines, other.getValue().asLong(), other.getKey() + ", by rules without a count of their own"));
        return String.join("\n", lines) + "\n";
    }

    private static void addCount(List<String> lines, long count, String what) {
        if (count > 0) {
            lines.add("%8d  %s".formatted(count, what));
        }
    }

    private static String named(JsonNode rule, String names, String others) {
        String first = rule.path(names)
                .valueStream()
                .limit(MAX_NAMED)
                .map(one -> name(one, "name") + " " + one.path("hits").asLong())
                .collect(Collectors.joining(", "));
        long rest = rule.path(others).asLong()
                + rule.path(names)
                        .valueStream()
                        .skip(MAX_NAMED)
                        .mapToLong(one -> one.path("hits").asLong())
                        .sum();
        return rest == 0 ? first : first + ", others " + rest;
    }

    private static String name(JsonNode node, String member) {
        return ShownName.of(node.path(member).asString(""));
    }
}
