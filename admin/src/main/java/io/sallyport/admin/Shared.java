package io.sallyport.admin;

import io.sallyport.audit.AuditQueries;
import io.sallyport.decision.AddressLimit;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.LongSupplier;

/** What all connections of one server have in common. Confined to its event loop but for what says otherwise. */
record Shared(
        AdminLimits limits,
        FrontDoor door,
        Calls calls,
        CallRecords records,
        AuditQueries history,
        LongSupplier nanoClock,
        Connections connections,
        Bodies bodies,
        Followers followers) {
    /** @param workers for calls that read a file, or look at every sandbox */
    static Shared of(AdminSettings settings, AdminParts parts, ThreadPoolExecutor workers) {
        AdminLimits limits = settings.limits();
        var records = new CallRecords(parts.audit(), parts.wall(), parts.nanoClock());
        var gate = new Gate(
                new HostRule(settings.hostNames()),
                settings.tls() != null,
                parts.tokens(),
                new AddressLimit(parts.nanoClock(), Gate.MAX_WRONG));
        return new Shared(
                limits,
                new FrontDoor(limits, gate, new AddressLimit(parts.nanoClock(), FrontDoor.MAX_OPEN)),
                new Calls(settings, parts, records, workers),
                records,
                parts.history(),
                parts.nanoClock(),
                new Connections(limits.maxConnections()),
                new Bodies(limits.maxBodiesBytes()),
                new Followers(limits.maxStreams()));
    }
}
