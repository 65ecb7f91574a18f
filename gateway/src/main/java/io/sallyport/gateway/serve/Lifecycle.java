package io.sallyport.gateway.serve;

import io.sallyport.admin.health.ReadinessCheck;

/** Where a gateway stands between its start and its end, as far as probes are told. Safe for concurrent use. */
final class Lifecycle {
    private volatile boolean warm;
    private volatile boolean draining;

    /** What the first policy needs is loaded, or will not be by itself. */
    void warmedUp() {
        warm = true;
    }

    /** Nothing new is to be sent here. */
    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    /** Whether what the first policy needs is loaded. */
    ReadinessCheck warmth() {
        return new ReadinessCheck("warm-up", warm ? null : "warming");
    }

    /** Whether it will go on. */
    ReadinessCheck service() {
        return new ReadinessCheck("drain", draining ? "draining" : null);
    }
}
