package io.sallyport.console.page;

import java.util.List;
import java.util.stream.Stream;

/**
 * One step of the way to a verdict.
 *
 * @param asked who was asked, such as {@code guardrails}
 * @param says its answer in words
 * @param notes grants that cover the request, or nearly do, and messages of rules
 */
public record ExplainedStep(String asked, boolean passes, String says, List<String> notes) {
    public ExplainedStep {
        notes = List.copyOf(notes);
    }

    static ExplainedStep of(AnswerNode step) {
        boolean passes = step.isTrue("passes");
        return new ExplainedStep(step.text("asked"), passes, says(step, passes), notes(step));
    }

    private static String says(AnswerNode step, boolean passes) {
        if (step.has("grants")) {
            long grants = step.number("grants");
            int covering = step.items("covering").size();
            return covering > 0
                    ? covering + " of " + grants + " grants cover the request"
                    : "none of " + grants + " grants covers the request";
        }
        String reason = step.has("decision") ? step.member("decision").text("reason") : step.text("reason");
        return passes ? "does not object" : "refuses: " + reason;
    }

    private static List<String> notes(AnswerNode step) {
        Stream<String> messages = step.member("decision").items("denies").stream()
                .map(deny -> deny.text("rule") + ": " + deny.text("message"));
        Stream<String> covering = step.items("covering").stream()
                .map(grant -> "covers: " + grant.text("pattern") + " (" + grant.text("rule") + ")");
        Stream<String> near = step.items("near").stream()
                .map(grant ->
                        "near: " + grant.text("pattern") + " differs in " + String.join(", ", grant.texts("differs")));
        return Stream.of(messages, covering, near).flatMap(all -> all).toList();
    }
}
