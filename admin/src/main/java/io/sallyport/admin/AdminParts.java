package io.sallyport.admin;

import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditQueries;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What the control API works on.
 *
 * @param wall for the times in records
 * @param nanoClock elapsed nanoseconds
 */
public record AdminParts(
        Control control,
        LeaseControl leases,
        AdminTokens tokens,
        AuditLog audit,
        AuditQueries history,
        Metrics metrics,
        Readiness readiness,
        InstantSource wall,
        LongSupplier nanoClock) {}
