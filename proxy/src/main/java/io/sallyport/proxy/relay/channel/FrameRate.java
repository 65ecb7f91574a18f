package io.sallyport.proxy.relay.channel;

import java.util.function.LongSupplier;

/** Counts frames in stretches of time that follow each other. Confined to its event loop. */
public final class FrameRate {
    private final int most;
    private final long stretchNanos;
    private final LongSupplier nanoClock;
    private long since;
    private int count;

    /**
     * @param most in one stretch
     * @param stretchNanos how long one lasts
     * @param nanoClock elapsed time
     */
    public FrameRate(int most, long stretchNanos, LongSupplier nanoClock) {
        this.most = most;
        this.stretchNanos = stretchNanos;
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong();
    }

    /** Counts one more; false if that is one too many. */
    public boolean take() {
        long now = nanoClock.getAsLong();
        if (now - since >= stretchNanos) {
            since = now;
            count = 0;
        }
        return ++count <= most;
    }
}
