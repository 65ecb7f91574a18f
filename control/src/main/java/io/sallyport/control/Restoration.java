package io.sallyport.control;

import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredCandidate;
import io.sallyport.decision.Admission;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.policycompiler.author.Compilation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the state's sandboxes in force at startup, before any request. Confined to one thread; blocks. */
final class Restoration {
    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final Function<Account, Admission> admissions;
    private final FamilyRules families;
    private final SandboxCommits commits;

    /** @param admissions creates the admission of each sandbox */
    Restoration(
            SandboxStates states,
            CompiledPolicies policies,
            SandboxCommits commits,
            Function<Account, Admission> admissions) {
        this.states = states;
        this.policies = policies;
        this.admissions = admissions;
        this.families = new FamilyRules(states);
        this.commits = commits;
    }

    /** Restores parents before their children. */
    void restoreAll() throws StateException {
        List<SandboxRecord> waiting = new ArrayList<>(states.store().sandboxes());
        while (!waiting.isEmpty()) {
            var later = new ArrayList<SandboxRecord>();
            for (SandboxRecord stored : waiting) {
                SandboxId parent = stored.documents().parent();
                if (parent == null || states.find(parent) != null) {
                    restore(stored);
                } else {
                    later.add(stored);
                }
            }
            if (later.size() == waiting.size()) {
                forget(later);
                return;
            }
            waiting = later;
        }
    }

    /** Deletes sandboxes that ended with their parent. */
    private void forget(List<SandboxRecord> orphans) throws StateException {
        for (SandboxRecord orphan : orphans) {
            LOG.warn(
                    "sandbox {} has ended: it was revoked, or its parent {} is no more",
                    orphan.id(),
                    orphan.documents().parent());
            states.store().delete(orphan.id(), orphan.generation());
        }
    }

    /** A sandbox that was put before there was a default workspace is in it for life from now on. */
    private SandboxRecord placed(SandboxRecord stored) throws StateException {
        WorkspaceId workspace = families.placed(stored.documents(), null).workspace();
        if (workspace == null || workspace.equals(stored.documents().workspace())) {
            return stored;
        }
        SandboxRecord placed = stored.in(workspace);
        states.store().save(placed);
        return placed;
    }

    private void restore(SandboxRecord stored) throws StateException {
        if (states.revoked().contains(stored.id())) {
            forget(List.of(stored)); // a crash came between the revocation and the deletion
            return;
        }
        SandboxRecord record = placed(stored);
        states.cas().load(record.id());
        SandboxSpec spec = null;
        List<Diagnostic> diagnostics = List.of();
        SandboxDocuments documents = record.documents();
        List<String> above = states.leasesFrom(documents.parent());
        switch (policies.sandbox(record.id(), documents, above, states.store(), false)) {
            case Compilation.Ready<SandboxSpec>(SandboxSpec ready, var warnings) -> {
                spec = ready;
                resume(ready.policy().term(), record);
                diagnostics = warnings;
            }
            case Compilation.Refused<SandboxSpec>(var errors) -> diagnostics = errors;
            case Compilation.Unavailable<SandboxSpec>(var why) ->
                diagnostics = List.of(
                        Diagnostic.error("state", 0, 0, DiagnosticCode.UNAVAILABLE, why, "put the sandbox again"));
        }
        if (documents.workspace() == null && states.workspaces().rules().required()) {
            spec = null;
            String why = "the configuration requires a workspace, and the sandbox is in none";
            diagnostics = List.of(Diagnostic.error(
                    "workspace", 0, 0, DiagnosticCode.WORKSPACE_REQUIRED, why, "delete it and put it in one"));
        }
        if (spec == null) {
            LOG.warn("sandbox {} is refused everything: its record does not load: {}", record.id(), diagnostics);
        }
        Lease lease = spec == null ? readable(documents) : spec.lease();
        SandboxRecord risen =
                record.risenTo(record.generationIn(states.guardrails().stored().epoch()));
        SandboxSpec candidate = candidate(record, above);
        PolicySnapshot snapshot =
                policies.snapshot(spec, states.guardrails().policy(), states.trials(candidate, risen), risen);
        Sandbox sandbox = sandbox(record, lease, snapshot);
        commits.inForce(new SandboxState(record, sandbox, spec, lease, snapshot, candidate, diagnostics));
    }

    /** Compiles the candidate. One that does not load is not asked: it must not keep the sandbox from its policy. */
    private @Nullable SandboxSpec candidate(SandboxRecord record, List<String> above) {
        StoredCandidate stored = record.trials().candidate();
        if (stored == null) {
            return null;
        }
        if (policies.sandbox(record.id(), stored.documents(), above, states.store(), false)
                instanceof Compilation.Ready<SandboxSpec>(SandboxSpec ready, var _)) {
            return ready;
        }
        LOG.error("the candidate of sandbox {} does not load", record.id());
        return null;
    }

    /**
     * Returns the lease even if other documents do not compile: the budget that it granted to children stays set aside.
     */
    static @Nullable Lease readable(SandboxDocuments documents) {
        String text = documents.lease();
        return text != null
                        && LeaseReader.read("lease", text, documents.leaseConstraints(), null)
                                instanceof LeaseReader.Read read
                ? read.lease()
                : null;
    }

    /** Ends a term that had already ended: a restart must not revive it. */
    static void resume(@Nullable LeaseTerm term, SandboxRecord stored) {
        if (term != null && stored.ended()) {
            term.end();
        }
    }

    /** Creates the sandbox with the budget that it had. */
    private Sandbox sandbox(SandboxRecord record, @Nullable Lease lease, PolicySnapshot snapshot)
            throws StateException {
        Sandbox above = families.above(record.documents());
        Account account = states.accounts().load(record.id(), FamilyRules.account(above));
        account.force(SandboxSpec.budget(lease));
        return new Sandbox(record.id(), new PolicyHolder(snapshot), admissions.apply(account), above);
    }
}
