package io.sallyport.model;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a check says of an operation: it may pass, or it is refused. A check never answers {@code null}. Immutable; a refusal
 * that is its reason alone is made once.
 */
public sealed interface Verdict {
    /** The one {@link Pass}. */
    Verdict PASS = new Pass();

    /** The one {@link Refuse} of {@code reason} alone. */
    static Refuse refuse(ReasonCode reason) {
        return Objects.requireNonNull(Refuse.OF_REASON.get(reason));
    }

    /** {@link #PASS} where {@code passes}, else a refusal. */
    static Verdict passIf(boolean passes, ReasonCode otherwise) {
        return passes ? PASS : refuse(otherwise);
    }

    /** Nothing speaks against the operation here; the next check is asked. */
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
     * @param deny the reason, with the rule and the denies where a policy refused
     * @param hint what would help, safe to show; null where no rule has words for it
     * @param retryAfterNanos when to ask again; 0 where waiting does not help, or nobody knows
     */
    record Refuse(Decision.Deny deny, @Nullable String hint, long retryAfterNanos) implements Verdict {
        private static final Map<ReasonCode, Refuse> OF_REASON = ofReasons();

        /** What a policy refused. */
        public static Refuse by(Decision.Deny deny) {
            return deny.rule() == null && deny.denies().isEmpty() ? refuse(deny.reason()) : new Refuse(deny, null, 0);
        }

        /** What is refused with a hint. */
        public static Refuse hinted(ReasonCode reason, String hint) {
            return new Refuse(refuse(reason).deny, hint, 0);
        }

        /** What may be asked again then. */
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
