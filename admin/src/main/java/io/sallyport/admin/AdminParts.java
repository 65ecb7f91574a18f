package io.sallyport.admin;

import io.sallyport.admin.health.Metrics;
import io.sallyport.admin.health.Readiness;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditQueries;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.guard.GuardDesk;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What the control API works on.
 *
 * @param wall for the times in records
 * @param nanoClock elapsed nanoseconds
 * @param sandboxes of whom the decision API is asked
 * @param desk that answers for them
 */
public record AdminParts(
        Control control,
        LeaseControl leases,
        SkillControl skills,
        AdminTokens tokens,
        AuditLog audit,
        AuditQueries history,
        Metrics metrics,
        Readiness readiness,
        InstantSource wall,
        LongSupplier nanoClock,
        Sandboxes sandboxes,
        GuardDesk desk) {}
