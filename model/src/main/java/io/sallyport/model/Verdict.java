package io.sallyport.model;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check of an operation: it passes or is refused. Never {@code null}. Immutable; a refusal with only
 * a reason is a shared instance.
 */
public sealed interface Verdict {
    /** The only {@link Pass}. */
    Verdict PASS = new Pass();

    /** Returns the shared {@link Refuse} with only a {@code reason}. */
    static Refuse refuse(ReasonCode reason) {
        return Objects.requireNonNull(Refuse.OF_REASON.get(reason));
    }

    /** Returns {@link #PASS} if {@code passes}, else a refusal. */
    static Verdict passIf(boolean passes, ReasonCode otherwise) {
        return passes ? PASS : refuse(otherwise);
    }

    /** This check does not object; the next check follows. */
    final class Pass implements Verdict {
        private Pass() {}

        @Override
        public String toString() {
            return "Pass";
        }
    }

    /**
     * The operation is refused.
     *
     * @param deny the reason, with the rule and the denies if a policy refused
     * @param hint what would help, safe to show; null if no rule says
     * @param retryAfterNanos when to ask again; 0 if waiting does not help or the time is unknown
     */
    record Refuse(Decision.Deny deny, @Nullable String hint, long retryAfterNanos) implements Verdict {
        private static final Map<ReasonCode, Refuse> OF_REASON = ofReasons();

        /** Returns a refusal by policy. */
        public static Refuse by(Decision.Deny deny) {
            return deny.equals(refuse(deny.reason()).deny) ? refuse(deny.reason()) : new Refuse(deny, null, 0);
        }

        /** Returns a refusal with a hint. */
        public static Refuse hinted(ReasonCode reason, String hint) {
            return new Refuse(refuse(reason).deny, hint, 0);
        }

        /** Returns a refusal that may be retried after a time. */
        public static Refuse until(ReasonCode reason, long retryAfterNanos) {
            return new Refuse(refuse(reason).deny, null, retryAfterNanos);
        }

        public ReasonCode reason() {
            return deny.reason();
        }

        private static Map<ReasonCode, Refuse> ofReasons() {
            Map<ReasonCode, Refuse> all = new EnumMap<>(ReasonCode.class);
            for (ReasonCode reason : ReasonCode.values()) {
                all.put(reason, new Refuse(Decision.Deny.of(reason), null, 0));
            }
            return all;
        }
    }
}
