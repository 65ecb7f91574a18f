package io.sallyport.cli.command;

import io.sallyport.model.host.CanonicalHost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Formats an explanation, as the control API writes it, for people: the verdict, then each step, then what would change
 * it.
 */
public final class ExplanationText {
    private static final int MAX_NEAR = 5; // lines per step; the JSON has more

    private ExplanationText() {}

    /** Returns several lines, the last without a line end. */
    public static String of(JsonNode explanation) {
        List<String> lines = new ArrayList<>();
        lines.add(decision(explanation.path("decision")));
        for (JsonNode deny : explanation.path("decision").path("denies")) {
            lines.add("  " + text(deny, "rule") + ": " + text(deny, "message"));
            if (deny.path("hint").isString()) {
                lines.add("    " + text(deny, "hint"));
            }
        }
        lines.add(labelled("asked", question(explanation)));
        if (explanation.path("fault").isString()) {
            lines.add(labelled("fault", text(explanation, "fault")));
        }
        explanation.path("steps").forEach(step -> addStep(step, lines));
        addChange(explanation.path("change"), lines);
        boolean isSaid = explanation
                .path("decision")
                .path("denies")
                .valueStream()
                .anyMatch(deny -> deny.path("hint").isString());
        if (!isSaid && explanation.path("hint").isString()) {
            lines.add(labelled("hint", text(explanation, "hint")));
        }
        return String.join("\n", lines);
    }

    private static String decision(JsonNode decision) {
        String rule = decision.path("rule").asString("");
        return (decision.path("allow").asBoolean() ? "allow " : "deny ")
                + text(decision, "reason")
                + (rule.isEmpty() ? "" : " by " + rule);
    }

    /** Returns the question of a document, from its member {@code request} or {@code action}. */
    static String question(JsonNode document) {
        JsonNode action = document.path("action");
        return action.isObject()
                ? text(action, "capability") + " " + text(action, "target") + ofSkill(action)
                : request(document.path("request"));
    }

    private static String ofSkill(JsonNode action) {
        return action.path("skill").isString() ? " for " + text(action, "skill") : "";
    }

    private static String request(JsonNode request) {
        String host = text(request, "host");
        return request.path("method").asString("CONNECT") + " " + text(request, "scheme") + "://"
                + CanonicalHost.authority(host) + ":" + text(request, "port")
                + request.path("path").asString("");
    }

    private static void addStep(JsonNode step, List<String> lines) {
        String asked = text(step, "asked");
        if (step.has("decision")) {
            lines.add(labelled(asked, narrowed(step.path("decision"))));
            return;
        }
        boolean passes = step.path("passes").asBoolean();
        if (step.has("reason")) {
            lines.add(labelled(asked, passes ? "passes" : "refuses: " + text(step, "reason")));
            return;
        }
        lines.add(labelled(asked, passes ? "grants it" : "grants nothing like it, of " + grants(step)));
        for (JsonNode grant : step.path("covering")) {
            lines.add("  + " + grant(grant) + (grant.path("opens").asBoolean() ? "  (looks inside)" : ""));
        }
        if (!passes) {
            step.path("near")
                    .valueStream()
                    .limit(MAX_NEAR)
                    .forEach(grant -> lines.add("  - " + grant(grant) + "  other "
                            + grant.path("differs")
                                    .valueStream()
                                    .map(JsonNode::asString)
                                    .collect(Collectors.joining(", "))));
        }
    }

    private static String narrowed(JsonNode said) {
        boolean opens = said.path("obligations").path("intercept").asBoolean();
        return said.path("allow").asBoolean()
                ? opens ? "passes, once it can look inside" : "passes"
                : "refuses: " + decision(said).substring("deny ".length());
    }

    private static String grants(JsonNode step) {
        int count = step.path("grants").asInt();
        return count + (count == 1 ? " grant" : " grants");
    }

    private static String grant(JsonNode grant) {
        JsonNode at = grant.path("at");
        String layer = at.path("layer").asString("");
        String place = "  at %s:%s:%s%s"
                .formatted(
                        text(at, "document"),
                        text(at, "line"),
                        text(at, "column"),
                        layer.isEmpty() ? "" : " (" + layer + ")");
        return text(grant, "rule") + "  " + text(grant, "pattern") + (at.isObject() ? place : "");
    }

    private static void addChange(JsonNode change, List<String> lines) {
        for (JsonNode addition : change.path("additions")) {
            lines.add(labelled("would help", text(addition, "document") + ": " + text(addition, "text")));
        }
        if (change.has("then")) {
            lines.add(labelled("then", decision(change.path("then"))));
        }
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    private static String labelled(String label, String text) {
        return "%-12s%s".formatted(label, text);
    }
}
