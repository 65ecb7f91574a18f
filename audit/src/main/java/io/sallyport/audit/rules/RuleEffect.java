package io.sallyport.audit.rules;

import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/** What a rule did to a request. */
public enum RuleEffect {
    /** It granted the request. */
    ALLOW("allow"),
    /** It refused the request. */
    DENY("deny"),
    /** It is in report mode, or of the candidate, and would have refused the request, which was allowed. */
    WOULD_DENY("would_deny");

    private final String word;

    RuleEffect(String word) {
        this.word = word;
    }

    /** Returns the word for it in answers and metrics. */
    public String word() {
        return word;
    }

    /** Returns what the rule that a record names did; null if something else refused the request. */
    static @Nullable RuleEffect of(ReasonCode reason) {
        return switch (reason) {
            case GRANTED -> ALLOW;
            case GUARDRAIL, GUARDRAIL_ERROR, POLICY_DENY, UNKNOWN_OBLIGATION -> DENY;
            default -> null;
        };
    }
}
