package io.sallyport.leasebridge;

/** What one question about leases may still take. When it is used up the answer is the narrow one. Confined to its thread. */
final class ComparisonBudget {
    /** States of automata moved for one question, whatever the number of patterns; about a second. */
    static final long MAX_MOVES = 50_000_000;

    private long left = MAX_MOVES;

    /** Whether that much was left. */
    boolean take(long moves) {
        left -= moves;
        return left >= 0;
    }
}
