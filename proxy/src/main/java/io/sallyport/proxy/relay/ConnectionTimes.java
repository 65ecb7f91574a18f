package io.sallyport.proxy.relay;

import io.sallyport.model.trace.TraceContext;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.telemetry.RequestStep;
import io.sallyport.proxy.telemetry.RequestTrace;
import org.jspecify.annotations.Nullable;

/**
 * When one request waited for its connection, and what the gateway added to it beside that. Confined to its event loop.
 */
final class ConnectionTimes {
    private final WorkerContext gate;
    private final AuditDraft draft;
    private long dialNanos;
    private long waited;

    ConnectionTimes(WorkerContext gate, AuditDraft draft) {
        this.gate = gate;
        this.draft = draft;
    }

    /** The request waits for a connection from now on. */
    void dials() {
        dialNanos = gate.nanoClock().getAsLong();
        RequestTrace trace = draft.trace();
        if (trace != null) {
            trace.begins(RequestStep.DIAL, dialNanos);
        }
    }

    /** The wait is over, with a connection or without. */
    void dialled() {
        long now = gate.nanoClock().getAsLong();
        waited += now - dialNanos;
        RequestTrace trace = draft.trace();
        if (trace != null) {
            trace.ends(RequestStep.DIAL, now);
        }
    }

    /** The target is sent the head now, or the client the answer to its CONNECT. */
    void goesOn() {
        long now = gate.nanoClock().getAsLong();
        RequestTrace trace = draft.trace();
        gate.meter().added().add(Math.max(0, now - draft.startNanos() - waited), exemplar(trace));
        if (trace != null) {
            trace.begins(RequestStep.FIRST_BYTE, now);
        }
    }

    /** The target has begun to answer. */
    void answered() {
        RequestTrace trace = draft.trace();
        if (trace != null) {
            trace.ends(RequestStep.FIRST_BYTE, gate.nanoClock().getAsLong());
        }
    }

    private static @Nullable TraceContext exemplar(@Nullable RequestTrace trace) {
        return trace != null && trace.context().sampled() ? trace.context() : null;
    }
}
