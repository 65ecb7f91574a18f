package io.sallyport.proxy.relay.channel;

/** Measures how long nothing has moved, in steps of the sweep. Confined to its event loop. */
public final class MovementTimer {
    private final SweepTimer still = new SweepTimer();
    private long seen = -1;

    /** Begins anew at the next sweep. */
    public void restart() {
        still.restart();
    }

    /** Begins anew where more has moved than at the sweep before. */
    public void see(long moved) {
        if (moved != seen) {
            seen = moved;
            still.restart();
        }
    }

    /** Whether {@code nanos} have passed since it began anew. */
    public boolean hasPassed(long nanos, long nowNanos) {
        return still.hasPassed(nanos, nowNanos);
    }

    /** Whether nothing has moved since the last sweep, and for {@code nanos}. */
    public boolean hasStood(long moved, long nanos, long nowNanos) {
        return moved == seen && still.hasPassed(nanos, nowNanos);
    }
}
