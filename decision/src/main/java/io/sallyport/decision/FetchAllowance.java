package io.sallyport.decision;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often one run may still fetch: so many successes, of which those under way count, and so many attempts that may reach
 * a forge. Exact under concurrency: never more than {@link #max} are taken at one time. Safe for concurrent use, without a
 * lock.
 */
public final class FetchAllowance {
    /** What a run has that sets no maximum. */
    public static final int DEFAULT_MAX = 10;

    /** The most that a run may have. */
    public static final int LARGEST_MAX = 1_000;

    private static final int ATTEMPTS = 100;
    private static final int ATTEMPTS_EACH = 10;

    private volatile int max;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong attempts = new AtomicLong();

    private FetchAllowance(int max) {
        this.max = checked(max);
    }

    /**
     * Nothing taken yet.
     *
     * @param max 1..{@link #LARGEST_MAX}
     */
    public static FetchAllowance of(int max) {
        return new FetchAllowance(max);
    }

    private static int checked(int max) {
        if (max < 1 || max > LARGEST_MAX) {
            throw new IllegalArgumentException("max_runtime_fetches: " + max + " (expected: 1 to " + LARGEST_MAX + ")");
        }
        return max;
    }

    /** From now on the maximum is another; what is taken stays taken. */
    public void limit(int newMax) {
        max = checked(newMax);
    }

    public int max() {
        return max;
    }

    /** Successes, and what is under way. */
    public int taken() {
        return taken.get();
    }

    /** Takes one for a fetch that begins; false where none is left. */
    public boolean take() {
        int seen = taken.get();
        while (seen < max) {
            int witness = taken.compareAndExchange(seen, seen + 1);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    /** Gives back what {@link #take} took, for a fetch that came to nothing; once for each. */
    public void giveBack() {
        taken.decrementAndGet();
    }

    /** Counts a fetch that is about to reach a forge; false where the run has tried too often. */
    public boolean attempt() {
        long most = ATTEMPTS + (long) ATTEMPTS_EACH * max;
        return attempts.getAndUpdate(seen -> seen < most ? seen + 1 : seen) < most;
    }
}
