package io.sallyport.decision.guard;

import io.sallyport.model.ReasonCode;

/** Ends the reading of one question; never leaves this package. */
final class UnreadableQuestion extends Exception {
    private static final long serialVersionUID = 1;

    private final ReasonCode reason;
    private final String why;

    UnreadableQuestion(ReasonCode reason, String why) {
        super(why, null, false, false);
        this.reason = reason;
        this.why = why;
    }

    static UnreadableQuestion of(String why) {
        return new UnreadableQuestion(ReasonCode.MALFORMED_REQUEST, why);
    }

    ReasonCode reason() {
        return reason;
    }

    /** Safe to show; says which member. */
    String why() {
        return why;
    }
}
