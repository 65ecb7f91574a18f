package io.sallyport.decision.rates;

/**
 * A token bucket as the time at which it is full again (the generic cell rate algorithm): it holds {@code size} calls,
 * and one comes back every {@code interval}. Guarded by its owner's lock.
 */
public final class Bucket {
    /** Nanoseconds on the owner's clock, which begins at 0. */
    private long fullAt;

    /** How long to wait until one more call fits, in nanoseconds; 0: now. */
    public long delay(long now, int size, long interval) {
        return Math.max(0, Math.max(fullAt, now) - now - (size - 1) * interval);
    }

    public void take(long now, long interval) {
        fullAt = Math.max(fullAt, now) + interval;
    }

    /** When it is full again if nothing more is taken. */
    long fullAt() {
        return fullAt;
    }
}
