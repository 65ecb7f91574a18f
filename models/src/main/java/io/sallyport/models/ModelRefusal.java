package io.sallyport.models;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Why a request of a model is not answered by one. Immutable.
 *
 * @param hint safe to show, or null
 * @param detail for operators, or null
 * @param retryAfterNanos when to ask again, or 0
 * @param isFinal whether no other backend changes it
 */
record ModelRefusal(
        ReasonCode reason, @Nullable String hint, @Nullable String detail, long retryAfterNanos, boolean isFinal) {
    static ModelRefusal of(ReasonCode reason, @Nullable String hint) {
        return new ModelRefusal(reason, hint, null, 0, false);
    }

    /** Returns what a check refused; of several rules that deny, what the first says. */
    static ModelRefusal by(Verdict.Refuse why, boolean isFinal) {
        String said = why.deny().denies().isEmpty()
                ? why.hint()
                : why.deny().denies().getFirst().message();
        return new ModelRefusal(why.reason(), said, null, why.retryAfterNanos(), isFinal);
    }

    /** Returns the same with more for operators. */
    ModelRefusal noted(@Nullable String more) {
        return new ModelRefusal(reason, hint, more, retryAfterNanos, isFinal);
    }

    String message() {
        return hint == null ? reason.message() : reason.message() + ": " + hint;
    }
}
