package io.sallyport.control;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.TrialRules;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.DialRules;
import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.util.List;

/** A control over a store, with rules of approvals and nothing else of its own. */
final class LoadedControl {
    private LoadedControl() {}

    static PolicyControl of(Store store, ApprovalRules rules, ManualClock clock) {
        try {
            return PolicyControl.load(
                    store,
                    SharedPolicies.POLICIES,
                    null,
                    rules,
                    TrialRules.UNCOUNTED,
                    WorkspaceRules.NONE,
                    new SandboxRegistry(),
                    new MemoryAuthorities(),
                    account -> new LiveAdmission(AdmissionLimits.BY_DEFAULT, clock, clock, account),
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    clock,
                    null,
                    new RegistryOfSkills(null, SharedPolicies.POLICIES, new SkillRegistry(), clock),
                    new Guard(ClosedPaths.of(List.of())),
                    DialRules.NONE,
                    List.of(),
                    ChangeMeter.unread());
        } catch (StateException e) {
            throw new IllegalStateException(e);
        }
    }
}
