package io.sallyport.decision.ledger;

/** What a wait for a {@link Slice} has come to. */
public enum Supply {
    /** So much is held by now; somebody else may be quicker to take it. */
    HELD,
    /** The budget has less left than that. */
    USED_UP,
    /** The store does not answer, or too many wait. */
    UNAVAILABLE
}
