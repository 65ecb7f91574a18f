package io.sallyport.proxy.relay.websocket;

import java.util.function.LongSupplier;

/** Counts messages in seconds that follow each other. Confined to its event loop. */
final class MessageRate {
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final int most;
    private final LongSupplier nanoClock;
    private long since;
    private int count;

    MessageRate(int most, LongSupplier nanoClock) {
        this.most = most;
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong();
    }

    /** Counts one more; false if that is one too many. */
    boolean take() {
        long now = nanoClock.getAsLong();
        if (now - since >= SECOND_NANOS) {
            since = now;
            count = 0;
        }
        return ++count <= most;
    }
}
