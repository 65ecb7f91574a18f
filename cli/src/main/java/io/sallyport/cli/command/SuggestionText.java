package io.sallyport.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Formats a suggestion, as the control API writes it, for people. */
public final class SuggestionText {
    private static final int MAX_LEFT = 20; // lines; the JSON has all

    private SuggestionText() {}

    /** Returns several lines, the last without a line end. */
    public static String of(JsonNode suggestion) {
        List<String> lines = new ArrayList<>();
        for (JsonNode proposal : suggestion.path("proposals")) {
            for (JsonNode addition : proposal.path("additions")) {
                lines.add(text(addition, "document") + ": " + text(addition, "text"));
            }
            int requests = proposal.path("requests").asInt();
            String opens = text(proposal, "opens");
            lines.add("  for " + requests + (requests == 1 ? " request" : " requests")
                    + (opens.isEmpty() ? "" : "; opens " + opens));
        }
        List<JsonNode> left = suggestion
                .path("requests")
                .valueStream()
                .filter(request -> !request.path("then").path("allow").asBoolean())
                .toList();
        left.stream().limit(MAX_LEFT).forEach(request -> lines.add(refused(request)));
        if (left.size() > MAX_LEFT) {
            lines.add("and " + (left.size() - MAX_LEFT) + " more");
        }
        return lines.isEmpty() ? "nothing is missing" : String.join("\n", lines);
    }

    private static String refused(JsonNode outcome) {
        String rule = text(outcome.path("then"), "rule");
        return "no grant helps: " + ExplanationText.question(outcome) + ": " + text(outcome.path("then"), "reason")
                + (rule.isEmpty() ? why(outcome.path("then")) : " by " + rule);
    }

    /** Returns why it stays refused; without a rule, the reason is only given in words. */
    private static String why(JsonNode then) {
        return then.path("denies")
                .valueStream()
                .map(deny -> "\n  " + text(deny, "rule") + ": " + text(deny, "message")
                        + (deny.path("hint").isString() ? "\n    " + text(deny, "hint") : ""))
                .collect(Collectors.joining());
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
