package io.sallyport.regoengine.run;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The result of an evaluation. */
public sealed interface Outcome {
    /** Returns whether the policy used time or randomness, so that the answer is valid for this moment only. */
    boolean usedMoment();

    /** The value of the document; {@code value} is sealed. */
    record Defined(RegoValue value, boolean usedMoment) implements Outcome {}

    /** The document is undefined. */
    record Undefined(boolean usedMoment) implements Outcome {}

    /**
     * The evaluation was aborted.
     *
     * @param message for the author of the policy; may quote values of the policy
     * @param position null if unknown
     * @param cause the exception, for {@link FailureKind#INTERNAL}
     */
    record Failed(
            FailureKind kind,
            String message,
            @Nullable Position position,
            @Nullable Throwable cause,
            boolean usedMoment)
            implements Outcome {
        /** Returns the position, if known, and the message. */
        public String text() {
            return position == null ? message : position + ": " + message;
        }
    }
}
