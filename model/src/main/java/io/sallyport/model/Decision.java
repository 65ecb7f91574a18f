package io.sallyport.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the policy said of one request. No rule, no match and every error are denials. */
public sealed interface Decision {
    /** What settled it. */
    ReasonCode reason();

    /** The rule that settled it, as {@code lease:net.fetch[0]} or {@code guardrails:no-gist}; null where none did. */
    @Nullable
    String rule();

    /** Judged and granted; {@code obligations} must be met, or the request is refused after all. */
    record Allow(ReasonCode reason, @Nullable String rule, Mode mode, Obligations obligations) implements Decision {}

    /**
     * Refused.
     *
     * @param denies what denied it, in Rego's order; empty where no grant was the reason
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
     * One deny of the security team or of a policy document.
     *
     * @param message what they say happened; shown to the sandbox
     * @param hint what they say would help, shown too; or null
     */
    record DenyRule(String rule, String message, @Nullable String hint) {
        /** A deny without a hint. */
        public DenyRule(String rule, String message) {
            this(rule, message, null);
        }
    }
}
