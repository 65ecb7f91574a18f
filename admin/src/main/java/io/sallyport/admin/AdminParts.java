package io.sallyport.admin;

import io.sallyport.admin.health.ConfiguredValue;
import io.sallyport.admin.health.Metrics;
import io.sallyport.admin.health.Readiness;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditQueries;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.LoginReport;
import io.sallyport.control.calls.ProviderReport;
import io.sallyport.control.calls.ReplayControl;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.control.calls.TunnelReport;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.guard.GuardDesk;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the gateway that the control API works on.
 *
 * @param past earlier documents of sandboxes
 * @param wall clock for the times in records
 * @param nanoClock elapsed nanoseconds
 * @param store answers questions about many records, or null for none
 * @param sandboxes the sandboxes that the decision API answers for
 * @param desk answers the decision API's questions
 * @param asks the requests that wait for a person
 * @param tunnels tells of open tunnels
 * @param providers tells of the configured providers
 * @param logins tells of the tokens that programs inside of sandboxes were given
 * @param configuration the settings in force
 * @param pages what is served beside the API, or null for nothing
 */
public record AdminParts(
        Control control,
        HistoryControl past,
        LeaseControl leases,
        SkillControl skills,
        WorkspaceControl workspaces,
        ApprovalControl approvals,
        TrialControl trials,
        ReplayControl replays,
        CandidateCounts candidates,
        AdminTokens tokens,
        AuditLog audit,
        AuditQueries history,
        @Nullable AuditStore store,
        Metrics metrics,
        Readiness readiness,
        InstantSource wall,
        LongSupplier nanoClock,
        Sandboxes sandboxes,
        GuardDesk desk,
        HeldRequests asks,
        TunnelReport.Source tunnels,
        ProviderReport.Source providers,
        LoginReport.Source logins,
        List<ConfiguredValue> configuration,
        @Nullable Pages pages) {
    public AdminParts {
        configuration = List.copyOf(configuration);
    }
}
