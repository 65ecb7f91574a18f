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

    /** Returns what rules in report mode say, which changes nothing else of the decision. */
    Reported reported();

    /** Returns the same decision with another report. */
    Decision reporting(Reported said);

    /** Granted. The {@code obligations} must be met, or the request is refused after all. */
    record Allow(ReasonCode reason, @Nullable String rule, Mode mode, Obligations obligations, Reported reported)
            implements Decision {
        /** Granted, with nothing reported. */
        public Allow(ReasonCode reason, @Nullable String rule, Mode mode, Obligations obligations) {
            this(reason, rule, mode, obligations, Reported.NONE);
        }

        /** Returns the same decision with other obligations. */
        public Allow with(Obligations other) {
            return new Allow(reason, rule, mode, other, reported);
        }

        /** Returns the same decision with another rule. */
        public Allow by(String name) {
            return new Allow(reason, name, mode, obligations, reported);
        }

        @Override
        public Allow reporting(Reported said) {
            return new Allow(reason, rule, mode, obligations, said);
        }
    }

    /**
     * Refused.
     *
     * @param denies the rules that denied it, in Rego's order; empty if the reason is a missing grant
     * @param ifApproved what it comes to if a person approves the request; null if no one may be asked
     */
    record Deny(
            ReasonCode reason,
            @Nullable String rule,
            List<DenyRule> denies,
            Reported reported,
            @Nullable Allow ifApproved)
            implements Decision {
        public Deny {
            denies = List.copyOf(denies);
        }

        /** Refused, whatever a person says. */
        public Deny(ReasonCode reason, @Nullable String rule, List<DenyRule> denies, Reported reported) {
            this(reason, rule, denies, reported, null);
        }

        /** Refused, with nothing reported. */
        public Deny(ReasonCode reason, @Nullable String rule, List<DenyRule> denies) {
            this(reason, rule, denies, Reported.NONE);
        }

        @Override
        public Deny reporting(Reported said) {
            return new Deny(reason, rule, denies, said, ifApproved);
        }

        /** Returns the same refusal, which a person may turn into {@code allow}; null: nobody may. */
        public Deny asking(@Nullable Allow allow) {
            return new Deny(reason, rule, denies, reported, allow);
        }

        /** Returns whether every rule that denied it lets a person be asked. */
        public boolean isAskedByEachRule() {
            return !denies.isEmpty() && denies.stream().allMatch(DenyRule::ask);
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
     * @param ask whether a person may be asked to let the request pass all the same
     */
    record DenyRule(String rule, String message, @Nullable String hint, boolean ask) {
        /** A deny rule that asks nobody. */
        public DenyRule(String rule, String message, @Nullable String hint) {
            this(rule, message, hint, false);
        }

        /** A deny rule without a hint, that asks nobody. */
        public DenyRule(String rule, String message) {
            this(rule, message, null);
        }
    }
}
