package io.sallyport.decision;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often one run may still fetch: so many successes, of which those under way count, and so many attempts that may
 * reach a forge. Exact under concurrency: never more than {@link #max} are taken at one time. Safe for concurrent use,
 * without a lock.
 */
public final class FetchAllowance {
    /** The most that a run may have. */
    public static final int LARGEST_MAX = 1_000;

    private static final int ATTEMPTS = 100;
    private static final int ATTEMPTS_EACH = 10;

    /** Single files that one run may try to get from outside. */
    private static final int FILE_ATTEMPTS = 1_000;

    /** Bytes that one run may receive unless somebody says otherwise. */
    public static final long DEFAULT_BYTES = 4L << 30;

    private volatile int max;
    private volatile long mostBytes = DEFAULT_BYTES;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong fileAttempts = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

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

    /**
     * What outlives the gateway.
     *
     * @param served successes
     * @param attempts that may have reached a forge
     * @param fileAttempts single files that may have been asked for outside
     * @param bytes received, of what failed as well
     */
    public record Counts(int served, long attempts, long fileAttempts, long bytes) {
        public static final Counts NONE = new Counts(0, 0, 0, 0);

        public Counts {
            if (served < 0 || attempts < 0 || fileAttempts < 0 || bytes < 0) {
                throw new IllegalArgumentException("counts: below 0");
            }
        }
    }

    /** The same, of which so much was counted before. */
    public static FetchAllowance of(int max, Counts before) {
        var allowance = new FetchAllowance(max);
        allowance.taken.set(before.served);
        allowance.served.set(before.served);
        allowance.attempts.set(before.attempts);
        allowance.fileAttempts.set(before.fileAttempts);
        allowance.bytes.set(before.bytes);
        return allowance;
    }

    /** What was counted so far; what is under way is none of it. */
    public Counts counts() {
        return new Counts(served.get(), attempts.get(), fileAttempts.get(), bytes.get());
    }

    /** One of those that were taken comes to its end. */
    public void serve() {
        served.incrementAndGet();
    }

    /** It did not after all; it is still to be given back. */
    public void unserve() {
        served.decrementAndGet();
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

    /** From now on so many bytes may be received in all; what was received stays so. */
    public void limitBytes(long most) {
        mostBytes = most;
    }

    /** Counts bytes that came, whatever becomes of them; false where the run has received too many. */
    public boolean receive(long came) {
        return bytes.addAndGet(came) <= mostBytes;
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

    /** Counts a single file that is about to be got from outside; false where the run has tried too often. */
    public boolean attemptFile() {
        return fileAttempts.getAndUpdate(seen -> seen < FILE_ATTEMPTS ? seen + 1 : seen) < FILE_ATTEMPTS;
    }
}
