package io.sallyport.leasebridge;

/**
 * The remaining effort for one comparison of leases. When it is used up, the comparison gives the restrictive answer.
 * Confined to its thread.
 */
final class ComparisonBudget {
    /** Limit of automaton state moves per comparison, whatever the number of patterns; about a second. */
    static final long MAX_MOVES = 50_000_000;

    private long left = MAX_MOVES;

    /** Takes {@code moves} from the budget. Returns whether that much was left. */
    boolean take(long moves) {
        left -= moves;
        return left >= 0;
    }
}
