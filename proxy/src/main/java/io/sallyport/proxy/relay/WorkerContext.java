package io.sallyport.proxy.relay;

import io.sallyport.audit.AuditLog;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.egress.Dialer;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.RequestPath;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.telemetry.ConnectionTimes;
import io.sallyport.proxy.telemetry.ProxyMeter;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all workers share. Safe for concurrent use.
 *
 * @param clock wall time, for what is signed
 * @param nanoClock elapsed time
 * @param servers that sandboxes may call by name
 * @param keys the credentials of sandboxes, those of API servers too
 * @param desk that answers the decision API
 * @param judging where bodies are judged that take an event loop too long
 * @param meter counts what the workers do
 * @param tls the server side of TLS in inspected tunnels, null where the gateway does not intercept
 */
public record WorkerContext(
        RequestPath path,
        Dialer dialer,
        @Nullable ServerTls tls,
        AuditLog audit,
        ProxyLimits limits,
        InstantSource clock,
        LongSupplier nanoClock,
        GuardDesk desk,
        ApiServers servers,
        SandboxKeys keys,
        Executor judging,
        ProxyMeter meter) {
    /** Begins the times of one request. */
    ConnectionTimes times(AuditDraft draft) {
        return new ConnectionTimes(nanoClock, meter, draft.startNanos(), draft.trace());
    }
}
