package io.sallyport.console.page;

import java.util.List;

/**
 * What a check or a change said.
 *
 * @param title empty if nothing was asked
 * @param refused sandboxes whose own Rego does not load beside the guardrails
 */
public record ChangeOutcome(String title, boolean good, List<FoundProblem> problems, List<String> refused) {
    public static final ChangeOutcome NONE = new ChangeOutcome("", true, List.of(), List.of());

    public ChangeOutcome {
        problems = List.copyOf(problems);
        refused = List.copyOf(refused);
    }

    /** Returns that something was done. */
    public static ChangeOutcome done(String title) {
        return new ChangeOutcome(title, true, List.of(), List.of());
    }

    /** Returns the refusal in an answer. */
    public static ChangeOutcome refused(AnswerNode said) {
        String why = said.text("message");
        return new ChangeOutcome(
                "Not accepted" + (why.isEmpty() ? "" : ": " + why), false, FoundProblem.of(said), List.of());
    }
}
