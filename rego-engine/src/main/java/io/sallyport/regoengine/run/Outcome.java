package io.sallyport.regoengine.run;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** What an evaluation came to. */
public sealed interface Outcome {
    /** Whether the policy asked for time or chance, so that the answer holds for this moment only. */
    boolean usedMoment();

    /** The document asked for; {@code value} is sealed. */
    record Defined(RegoValue value, boolean usedMoment) implements Outcome {}

    /** There is no such document. */
    record Undefined(boolean usedMoment) implements Outcome {}

    /**
     * The evaluation was given up.
     *
     * @param message for the author of the policy; may quote values of the policy
     * @param position where, if it is known
     * @param cause for {@link FailureKind#INTERNAL}, what was thrown
     */
    record Failed(
            FailureKind kind,
            String message,
            @Nullable Position position,
            @Nullable Throwable cause,
            boolean usedMoment)
            implements Outcome {
        /** The place, where it is known, and the message. */
        public String text() {
            return position == null ? message : position + ": " + message;
        }
    }
}
