package io.sallyport.proxy.relay.channel;

/**
 * Measures how long something has lasted, in steps of the sweep: nobody reads a clock but the sweep. Confined to its
 * event loop.
 */
public final class SweepTimer {
    private boolean running;
    private long since;

    /** Begins anew at the next sweep. */
    public void restart() {
        running = false;
    }

    /** Whether {@code nanos} have passed since the first sweep after the start. */
    public boolean hasPassed(long nanos, long nowNanos) {
        if (!running) {
            running = true;
            since = nowNanos;
            return false;
        }
        return nowNanos - since >= nanos;
    }
}
