package io.sallyport.egress.http;

import io.sallyport.egress.Target;

/** A connection that may outlive its request. Its owner is who opened or took it, until it is kept or closed. */
public final class KeptConnection {
    private final Target target;
    private final OutwardConnection connection;
    private final long openedNanos;
    private final long keptNanos;

    KeptConnection(Target target, OutwardConnection connection, long openedNanos, long keptNanos) {
        this.target = target;
        this.connection = connection;
        this.openedNanos = openedNanos;
        this.keptNanos = keptNanos;
    }

    /** Returns the same, kept from {@code nanos} on. */
    KeptConnection keptAt(long nanos) {
        return new KeptConnection(target, connection, openedNanos, nanos);
    }

    /** Returns the same for a request that has that time. */
    KeptConnection under(RemainingTime time) {
        return new KeptConnection(target, connection.under(time), openedNanos, keptNanos);
    }

    Target target() {
        return target;
    }

    /** Whether a request may still be sent on it. */
    boolean isUsable(long nanos, KeptLimits limits) {
        return connection.isOpen()
                && nanos - openedNanos < limits.age().toNanos()
                && nanos - keptNanos < limits.idle().toNanos();
    }

    public OutwardConnection connection() {
        return connection;
    }
}
