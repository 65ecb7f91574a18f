package io.sallyport.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of policy for one request. No rule, no match and every error are denials. */
public sealed interface Decision {
    /** Returns the reason. */
    ReasonCode reason();

    /**
     * Returns the deciding rule, such as {@code lease:net.fetch[0]} or {@code guardrails:no-gist}; null if no rule
     * decided.
     */
    @Nullable
    String rule();

    /** Granted. The {@code obligations} must be met, or the request is refused after all. */
    record Allow(ReasonCode reason, @Nullable String rule, Mode mode, Obligations obligations) implements Decision {}

    /**
     * Refused.
     *
     * @param denies the rules that denied it, in Rego's order; empty if the reason is a missing grant
     */
    record Deny(ReasonCode reason, @Nullable String rule, List<DenyRule> denies) implements Decision {
        public Deny {
            denies = List.copyOf(denies);
        }

        public static Deny of(ReasonCode reason) {
            return new Deny(reason, null, List.of());
        }
    }

    /**
     * One deny rule of the security team or of a policy document.
     *
     * @param message what the rule says happened; shown to the sandbox
     * @param hint what the rule says would help, also shown; or null
     */
    record DenyRule(String rule, String message, @Nullable String hint) {
        /** A deny rule without a hint. */
        public DenyRule(String rule, String message) {
            this(rule, message, null);
        }
    }
}
