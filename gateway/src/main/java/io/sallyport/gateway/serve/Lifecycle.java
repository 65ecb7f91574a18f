package io.sallyport.gateway.serve;

import io.sallyport.admin.health.ReadinessCheck;

/** The state of a gateway between start and end, as reported to probes. Safe for concurrent use. */
final class Lifecycle {
    private volatile boolean warm;
    private volatile boolean draining;

    /** Called when the warm-up is over, whether or not it succeeded. */
    void warmedUp() {
        warm = true;
    }

    /** Called when nothing new should be sent here. */
    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    /** Returns whether the warm-up is over. */
    ReadinessCheck warmth() {
        return new ReadinessCheck("warm-up", warm ? null : "warming");
    }

    /** Returns whether the gateway will keep serving. */
    ReadinessCheck service() {
        return new ReadinessCheck("drain", draining ? "draining" : null);
    }
}
