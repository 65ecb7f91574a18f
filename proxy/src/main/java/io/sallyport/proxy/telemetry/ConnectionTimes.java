package io.sallyport.proxy.telemetry;

import io.sallyport.model.trace.TraceContext;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When one request waited for its connection, and what the gateway added to it beside that. Confined to its event loop.
 */
public final class ConnectionTimes {
    private final LongSupplier nanoClock;
    private final ProxyMeter meter;
    private final long startNanos;
    private final @Nullable RequestTrace trace;
    private long dialNanos;
    private long waited;

    /**
     * Times of a request that is being handled.
     *
     * @param startNanos when that began, by {@code nanoClock}
     * @param trace its spans, or null if it has none
     */
    public ConnectionTimes(LongSupplier nanoClock, ProxyMeter meter, long startNanos, @Nullable RequestTrace trace) {
        this.nanoClock = nanoClock;
        this.meter = meter;
        this.startNanos = startNanos;
        this.trace = trace;
    }

    /** The request waits for a connection from now on. */
    public void dials() {
        dialNanos = nanoClock.getAsLong();
        if (trace != null) {
            trace.begins(RequestStep.DIAL, dialNanos);
        }
    }

    /** The wait is over, with a connection or without. */
    public void dialled() {
        long now = nanoClock.getAsLong();
        waited += now - dialNanos;
        if (trace != null) {
            trace.ends(RequestStep.DIAL, now);
        }
    }

    /** The target is sent the head now, or the client the answer to its CONNECT. */
    public void goesOn() {
        long now = nanoClock.getAsLong();
        meter.added().add(Math.max(0, now - startNanos - waited), exemplar());
        if (trace != null) {
            trace.begins(RequestStep.FIRST_BYTE, now);
        }
    }

    /** The target has begun to answer. */
    public void answered() {
        if (trace != null) {
            trace.ends(RequestStep.FIRST_BYTE, nanoClock.getAsLong());
        }
    }

    private @Nullable TraceContext exemplar() {
        return trace != null && trace.context().sampled() ? trace.context() : null;
    }
}
