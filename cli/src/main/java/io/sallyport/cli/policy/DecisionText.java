package io.sallyport.cli.policy;

import io.sallyport.model.Decision;
import java.util.stream.Collectors;

/** Formats a decision as a line for people. */
final class DecisionText {
    private DecisionText() {}

    static String line(Decision decision) {
        String by = decision.rule() == null ? "" : " by " + decision.rule();
        return verdict(decision, by)
                + decision.reported().denies().stream()
                        .map(rule -> "\n  would be refused by " + rule.rule() + ": " + rule.message())
                        .collect(Collectors.joining());
    }

    private static String verdict(Decision decision, String by) {
        return switch (decision) {
            case Decision.Allow allow ->
                "allow " + allow.reason().word() + by
                        + (allow.obligations().intercept()
                                ? "\n  looked into: each request inside is judged by itself"
                                : "");
            case Decision.Deny deny ->
                "deny " + deny.reason().word() + by
                        + deny.denies().stream()
                                .map(rule -> "\n  " + rule.rule() + ": " + rule.message()
                                        + (rule.hint() == null ? "" : "\n    " + rule.hint()))
                                .collect(Collectors.joining());
        };
    }
}
