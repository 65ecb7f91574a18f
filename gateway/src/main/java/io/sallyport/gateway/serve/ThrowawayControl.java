package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.segment.LineSink;
import io.sallyport.control.Accounts;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.RegistryOfSkills;
import io.sallyport.control.UnwrittenSpending;
import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.FormedStore;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.DialRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The policy of a {@link ThrowawayGateway}, in memory only, and its audit log, which is discarded. */
final class ThrowawayControl {
    private static final LineSink NOWHERE = new LineSink() {
        @Override
        public void write(ByteBuffer bytes) {
            bytes.position(bytes.limit());
        }

        @Override
        public void sync() {
            // nothing was written
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    private ThrowawayControl() {}

    static JsonLinesLog audit() throws IOException {
        return JsonLinesLog.into(() -> NOWHERE, AuditSettings.DEFAULTS, InstantSource.system(), System::nanoTime);
    }

    static PolicyControl load(
            CompiledPolicies policies, SandboxRegistry registry, CaRegistry cas, CountingAuditLog traffic, Guard guard)
            throws StateException {
        var store = new FormedStore();
        InstantSource wall = InstantSource.system();
        var limits = new AdmissionLimits(1, 1, Duration.ZERO);
        return PolicyControl.load(
                store,
                policies,
                null,
                ApprovalRules.NONE,
                TrialRules.UNCOUNTED,
                WorkspaceRules.NONE,
                registry,
                cas,
                account -> new LiveAdmission(limits, wall, System::nanoTime, account),
                new Accounts(
                        store, new BudgetRecords(traffic, wall), new UnwrittenSpending(Duration.ofMinutes(1), true)),
                wall,
                null,
                new RegistryOfSkills(null, policies, new SkillRegistry(), System::nanoTime),
                guard,
                DialRules.NONE,
                List.of(traffic),
                ChangeMeter.unread());
    }
}
