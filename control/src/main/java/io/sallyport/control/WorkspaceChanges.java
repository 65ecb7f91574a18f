package io.sallyport.control;

import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.WorkspaceRecord;
import io.sallyport.control.workspace.WorkspaceState;
import io.sallyport.control.workspace.Workspaces;
import io.sallyport.decision.Admission;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.policycompiler.SandboxPolicy;
import io.sallyport.policycompiler.author.Compilation;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes workspaces. A put is compiled, its budget is set aside, its record is written, and then it is in force for
 * all sandboxes below by one pointer move. Safe for concurrent use.
 */
final class WorkspaceChanges implements WorkspaceControl {
    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceChanges.class);
    private static final String NOT_WRITTEN = "the state cannot be written";
    private static final String FULL = "too many changes wait";

    private final ChangeQueues lanes;
    private final SandboxStates states;
    private final Workspaces workspaces;
    private final CompiledPolicies policies;
    private final Function<Account, Admission> admissions;
    private final FamilyRules families;
    private final PendingChanges pending;
    private final ChangeMeter meter;

    /**
     * @param admissions creates the admission of a new workspace
     * @param pending where changes by the API wait, if they have to
     */
    WorkspaceChanges(
            ChangeQueues lanes,
            SandboxStates states,
            CompiledPolicies policies,
            Function<Account, Admission> admissions,
            PendingChanges pending,
            ChangeMeter meter) {
        this.pending = pending;
        this.lanes = lanes;
        this.states = states;
        this.workspaces = states.workspaces();
        this.policies = policies;
        this.admissions = admissions;
        this.families = new FamilyRules(states);
        this.meter = meter;
    }

    /**
     * Restores the workspaces of the state, and refuses everything below those that are named and not there. Called
     * before any sandbox is restored.
     */
    void load() throws StateException {
        for (WorkspaceRecord stored : states.store().workspaces()) {
            restore(stored);
        }
        WorkspaceId byDefault = workspaces.rules().byDefault();
        if (byDefault != null) {
            refuseIfMissing(byDefault);
        }
        for (var sandbox : states.store().sandboxes()) {
            WorkspaceId named = sandbox.documents().workspace();
            if (named != null) {
                refuseIfMissing(named);
            }
        }
    }

    private void restore(WorkspaceRecord stored) throws StateException {
        WorkspaceId id = stored.id();
        SandboxSpec spec = null;
        List<Diagnostic> diagnostics = List.of();
        switch (policies.workspace(id, stored.documents(), states.store(), false)) {
            case Compilation.Ready<SandboxSpec>(SandboxSpec ready, var warnings) -> {
                spec = ready;
                diagnostics = warnings;
            }
            case Compilation.Refused<SandboxSpec>(var errors) -> diagnostics = errors;
            case Compilation.Unavailable<SandboxSpec>(var why) ->
                diagnostics = List.of(
                        Diagnostic.error("state", 0, 0, DiagnosticCode.UNAVAILABLE, why, "put the workspace again"));
        }
        LeaseTerm term = spec == null ? null : spec.policy().term();
        if (term != null && stored.ended()) {
            term.end(); // a restart must not revive it
        }
        if (spec == null) {
            LOG.warn("everything is refused in workspace {}: its record does not load: {}", id, diagnostics);
        }
        Account account = states.accounts().load(id.ancestor(), null);
        account.force(SandboxSpec.budget(spec == null ? Restoration.readable(stored.documents()) : spec.lease()));
        PolicySnapshot snapshot = policies.ceiling(id, spec, stored.generation());
        workspaces.put(new WorkspaceState(id, ancestor(id, snapshot, account), stored, policy(spec), diagnostics));
    }

    private static @Nullable SandboxPolicy policy(@Nullable SandboxSpec spec) {
        return spec == null ? null : spec.policy();
    }

    private void refuseIfMissing(WorkspaceId id) throws StateException {
        if (workspaces.find(id) == null) {
            LOG.warn("everything is refused in workspace {}: it is named, and nobody has put it", id);
            Account account = states.accounts().load(id.ancestor(), null);
            PolicySnapshot snapshot = policies.ceiling(id, null, 0);
            workspaces.put(new WorkspaceState(id, ancestor(id, snapshot, account), null, null, List.of()));
        }
    }

    private Sandbox ancestor(WorkspaceId id, PolicySnapshot snapshot, Account account) {
        return new Sandbox(id.ancestor(), new PolicyHolder(snapshot), admissions.apply(account));
    }

    @Override
    public CompletionStage<WorkspaceAnswer> put(
            WorkspaceId id, SandboxDocuments documents, Precondition condition, ChangeOrigin origin) {
        return meter.measure(
                lanes.run(
                        lane(id),
                        () -> put(new WorkspacePut(id, documents), condition, origin),
                        new WorkspaceAnswer.Unavailable(FULL)),
                WorkspaceAnswer.InForce.class::isInstance);
    }

    /** Returns the lane in which a workspace is changed. */
    static String lane(WorkspaceId id) {
        return id.ancestor().text();
    }

    /** Returns what a change that waits is made for: the generation, or 0 where nobody has put the workspace. */
    String tag(WorkspaceId id) {
        WorkspaceState now = workspaces.find(id);
        return now == null || now.record() == null ? "0" : Long.toString(now.generation());
    }

    private record WorkspacePut(WorkspaceId id, SandboxDocuments documents) {}

    private WorkspaceAnswer put(WorkspacePut put, Precondition condition, ChangeOrigin origin) {
        WorkspaceState before = workspaces.find(put.id());
        String tag = before == null || before.record() == null ? null : Long.toString(before.generation());
        if (!condition.holds(tag)) {
            return new WorkspaceAnswer.MovedOn(before == null ? 0 : before.generation());
        }
        return pending.rules().workspaces() ? propose(put, origin) : put(put);
    }

    /** Compiles the documents, and lets the change wait for an approval. */
    private WorkspaceAnswer propose(WorkspacePut put, ChangeOrigin origin) {
        String full = pending.full(new Proposal.OfWorkspace(put.id(), put.documents(), ""), tag(put.id()));
        if (full != null) {
            return new WorkspaceAnswer.Full(full);
        }
        return switch (policies.workspace(put.id(), put.documents(), states.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new WorkspaceAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(String why) -> new WorkspaceAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) -> {
                String digest = policies.ceiling(put.id(), spec, 0).digest();
                PendingChange added = add(new Proposal.OfWorkspace(put.id(), put.documents(), digest), origin);
                yield added == null
                        ? new WorkspaceAnswer.Unavailable(NOT_WRITTEN)
                        : new WorkspaceAnswer.Pending(added, warnings);
            }
        };
    }

    /** Returns null if the state cannot be written. */
    private @Nullable PendingChange add(Proposal.OfWorkspace proposal, ChangeOrigin origin) {
        try {
            return pending.add(proposal, tag(proposal.workspace()), origin);
        } catch (StateException e) {
            LOG.error("a change of workspace {} cannot wait for approval", proposal.workspace(), e);
            return null;
        }
    }

    /** Puts documents that another person approved, in the workspace's lane. */
    WorkspaceAnswer approved(WorkspaceId id, SandboxDocuments documents) {
        return put(new WorkspacePut(id, documents));
    }

    /** Deletes a workspace whose removal another person approved, in its lane. */
    WorkspaceRemoval removalApproved(WorkspaceId id) {
        return deleted(id);
    }

    private WorkspaceAnswer put(WorkspacePut put) {
        WorkspaceState before = workspaces.find(put.id());
        if (before == null && workspaces.isFull()) {
            return new WorkspaceAnswer.Unavailable(
                    "there are " + Workspaces.MAX_WORKSPACES + " workspaces, as many as may be");
        }
        return switch (policies.workspace(put.id(), put.documents(), states.store(), true)) {
            case Compilation.Refused<SandboxSpec>(var diagnostics) -> new WorkspaceAnswer.Refused(diagnostics);
            case Compilation.Unavailable<SandboxSpec>(String why) -> new WorkspaceAnswer.Unavailable(why);
            case Compilation.Ready<SandboxSpec>(SandboxSpec spec, var warnings) -> commit(put, spec, warnings, before);
        };
    }

    private WorkspaceAnswer commit(
            WorkspacePut put, SandboxSpec spec, List<Diagnostic> warnings, @Nullable WorkspaceState before) {
        if (!spec.apiServers().isEmpty()) {
            String why = "a workspace starts no API servers";
            return new WorkspaceAnswer.Refused(List.of(Diagnostic.error(
                    "harness", 0, 0, DiagnosticCode.BAD_VALUE, why, "name them in the harness of the sandbox")));
        }
        SandboxId ancestor = put.id().ancestor();
        try (var _ = states.lockFamily(null, ancestor)) {
            Account account = before == null
                    ? states.accounts().open(ancestor, null)
                    : before.ancestor().admission().account();
            ChangeVerdict kept =
                    families.held(spec, ancestor, account).and(() -> FamilyRules.grant(account, spec.budget()));
            if (kept instanceof ChangeVerdict.Refuse(var refusal)) {
                undo(before, account, ancestor);
                return refused(refusal);
            }
            return write(put, spec, warnings, before, account);
        }
    }

    private static WorkspaceAnswer refused(SandboxAnswer refusal) {
        return refusal instanceof SandboxAnswer.Refused(var diagnostics)
                ? new WorkspaceAnswer.Refused(diagnostics)
                : new WorkspaceAnswer.Unavailable("the budget cannot be granted");
    }

    private WorkspaceAnswer write(
            WorkspacePut put,
            SandboxSpec spec,
            List<Diagnostic> warnings,
            @Nullable WorkspaceState before,
            Account account) {
        SandboxId ancestor = put.id().ancestor();
        try {
            long last = before == null ? 0 : before.generation();
            boolean created = last == 0;
            long generation = (created ? states.store().floor() : last) + 1;
            PolicySnapshot snapshot = policies.ceiling(put.id(), spec, generation);
            var record = new WorkspaceRecord(put.id(), generation, snapshot.digest(), put.documents(), false);
            states.store().save(record);
            Sandbox above = before == null ? ancestor(put.id(), snapshot, account) : before.ancestor();
            above.policy().advanceTo(snapshot);
            var next = new WorkspaceState(put.id(), above, record, spec.policy(), warnings);
            workspaces.put(next);
            states.concernsBelow(ancestor);
            return new WorkspaceAnswer.InForce(view(next), created, warnings);
        } catch (StateException e) {
            LOG.error("a change of workspace {} is not in force: the state cannot be written", put.id(), e);
            undo(before, account, ancestor);
            return new WorkspaceAnswer.Unavailable(NOT_WRITTEN);
        }
    }

    private void undo(@Nullable WorkspaceState before, Account account, SandboxId ancestor) {
        if (before == null) {
            states.accounts().close(ancestor);
        } else {
            account.force(SandboxSpec.budget(Restoration.readable(before.documents())));
        }
    }

    @Override
    public CompletionStage<WorkspaceRemoval> delete(WorkspaceId id, ChangeOrigin origin) {
        return lanes.run(
                lane(id),
                () -> pending.rules().workspaces() ? proposeRemoval(id, origin) : deleted(id),
                new WorkspaceRemoval.Unavailable(FULL));
    }

    private WorkspaceRemoval proposeRemoval(WorkspaceId id, ChangeOrigin origin) {
        if (workspaces.find(id) == null) {
            return new WorkspaceRemoval.Unknown();
        }
        var proposal = new Proposal.OfWorkspace(id, null, "");
        String full = pending.full(proposal, tag(id));
        if (full != null) {
            return new WorkspaceRemoval.Full(full);
        }
        PendingChange added = add(proposal, origin);
        return added == null ? new WorkspaceRemoval.Unavailable(NOT_WRITTEN) : new WorkspaceRemoval.Pending(added);
    }

    private WorkspaceRemoval deleted(WorkspaceId id) {
        SandboxId ancestor = id.ancestor();
        try (var _ = states.lockFamily(null, ancestor)) {
            WorkspaceState gone = workspaces.find(id);
            if (gone == null) {
                return new WorkspaceRemoval.Unknown();
            }
            List<SandboxId> inside = states.descendants(ancestor).stream()
                    .map(SandboxState::id)
                    .sorted(Comparator.comparing(SandboxId::text))
                    .toList();
            if (!inside.isEmpty()) {
                return new WorkspaceRemoval.InUse(
                        inside.size(),
                        inside.stream().limit(WorkspaceRemoval.InUse.MAX_NAMES).toList());
            }
            if (id.equals(workspaces.rules().byDefault())) {
                return new WorkspaceRemoval.Configured();
            }
            states.store().delete(id, gone.generation());
            states.accounts().close(ancestor);
            workspaces.forget(id);
            return new WorkspaceRemoval.Gone();
        } catch (StateException e) {
            LOG.error("workspace {} is not deleted: the state cannot be written", id, e);
            return new WorkspaceRemoval.Unavailable(NOT_WRITTEN);
        }
    }

    @Override
    public @Nullable WorkspaceView get(WorkspaceId id) {
        WorkspaceState state = workspaces.find(id);
        return state == null ? null : view(state);
    }

    @Override
    public List<WorkspaceView> list() {
        return workspaces.all().stream()
                .sorted(Comparator.comparing(state -> state.id().text()))
                .map(this::view)
                .toList();
    }

    private WorkspaceView view(WorkspaceState state) {
        return state.view(states.descendants(state.ancestor().id()).size());
    }

    /** Detects leases of workspaces that have expired, and records it. Called about once a second by one thread. */
    void look() {
        for (WorkspaceState one : workspaces.all()) {
            var _ = one.ancestor().admission().standing(one.ancestor().policy().current());
            if (isUnwritten(one)) {
                lanes.run(one.ancestor().id().text(), () -> recordEnd(one.id()), false);
            }
        }
    }

    private static boolean isUnwritten(WorkspaceState one) {
        LeaseTerm term = one.policy() == null ? null : one.policy().term();
        return term != null
                && term.isEnded()
                && one.record() != null
                && !one.record().ended();
    }

    private boolean recordEnd(WorkspaceId id) {
        WorkspaceState now = workspaces.find(id);
        WorkspaceRecord record = now == null ? null : now.record();
        if (now == null || record == null || !isUnwritten(now)) {
            return true;
        }
        try {
            WorkspaceRecord ended = record.withEndedTerm();
            states.store().save(ended);
            workspaces.put(new WorkspaceState(id, now.ancestor(), ended, now.policy(), now.diagnostics()));
            return true;
        } catch (StateException e) {
            LOG.error("that the lease of workspace {} has ended could not be written: it is tried again", id, e);
            return false;
        }
    }
}
