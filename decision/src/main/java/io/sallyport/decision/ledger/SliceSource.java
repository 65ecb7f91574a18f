package io.sallyport.decision.ledger;

/** Where the slices of counters come from that several gateways share. Safe for concurrent use; returns at once. */
public interface SliceSource {
    /** Something is to be had for {@code slice}: somebody waits, it runs low, or more was charged than it held. */
    void wanted(Slice slice);

    /** What the lease names for the counter of {@code slice} has changed. */
    void granted(Slice slice);

    /** The lease names the counter no more; what was spent stays spent. */
    void dropped(Slice slice);

    /** The account has ended, on all gateways. */
    void ended(Slice slice);

    /** Whether what is held may be spent now. */
    boolean isSpending();

    /** Whether requests may pass at all: what this gateway has in force is what all have, as far as it may be. */
    boolean isServing();

    /** Whether the store answers, or has not for so short a time that it is worth waiting. */
    boolean isAwaited();
}
