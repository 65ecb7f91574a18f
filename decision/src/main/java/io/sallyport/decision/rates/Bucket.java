package io.sallyport.decision.rates;

/**
 * A token bucket as the time at which it is full again (the generic cell rate algorithm): it holds {@code size} calls,
 * and one comes back every {@code interval}. Guarded by its owner's lock.
 */
public final class Bucket {
    /** Nanoseconds on the owner's clock, which begins at 0. */
    private long fullAt;

    /** How often it was full when something was taken. */
    private long fills;

    /** How long to wait until one more call fits, in nanoseconds; 0: now. */
    public long delay(long now, int size, long interval) {
        return Math.max(0, Math.max(fullAt, now) - now - (size - 1) * interval);
    }

    public void take(long now, long interval) {
        fills += fullAt <= now ? 1 : 0;
        fullAt = Math.max(fullAt, now) + interval;
    }

    /** What {@link #giveBack} is to be told of what was taken just now. */
    long fills() {
        return fills;
    }

    /**
     * Gives back what was taken and not needed. Where the bucket has been full since then, that has come back by
     * itself, and nothing is given back twice.
     */
    void giveBack(long interval, long since) {
        fullAt -= fills == since ? interval : 0;
    }

    /** When it is full again if nothing more is taken. */
    long fullAt() {
        return fullAt;
    }
}
