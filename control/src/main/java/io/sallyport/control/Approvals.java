package io.sallyport.control;

import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.StateException;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles changes that wait for approval, each in the lane of what it changes. Safe for concurrent use. */
final class Approvals implements ApprovalControl {
    static final String NOT_WRITTEN = "the state cannot be written";

    private static final Logger LOG = LoggerFactory.getLogger(Approvals.class);
    static final Diagnostic OTHER_DIGEST = Diagnostic.error(
            "change",
            0,
            0,
            DiagnosticCode.COMPILED_POLICY,
            "the gateway compiles this change to another digest than when it was made",
            "make the change again");

    private static final ApprovalAnswer BUSY = new ApprovalAnswer.Unavailable("too many changes wait");

    private final ChangeQueues lanes;
    private final PendingChanges pending;
    private final GuardrailsChanges guardrails;
    private final CandidateChanges candidate;
    private final WorkspaceChanges workspaces;
    private final SandboxLife sandboxes;
    private final AdoptedSandboxes adopted;

    Approvals(
            ChangeQueues lanes,
            PendingChanges pending,
            GuardrailsChanges guardrails,
            CandidateChanges candidate,
            WorkspaceChanges workspaces,
            SandboxLife sandboxes,
            AdoptedSandboxes adopted) {
        this.workspaces = workspaces;
        this.sandboxes = sandboxes;
        this.adopted = adopted;
        this.lanes = lanes;
        this.pending = pending;
        this.guardrails = guardrails;
        this.candidate = candidate;
    }

    @Override
    public List<PendingChange> list() {
        return pending.list();
    }

    @Override
    public @Nullable PendingChange get(String id) {
        return pending.find(id);
    }

    @Override
    public CompletionStage<ApprovalAnswer> approve(String id, ChangeOrigin approver) {
        PendingChange change = pending.find(id);
        return change != null && change.proposal() instanceof Proposal.OfSandbox(SandboxId sandbox, var _, var _)
                ? lanes.run(
                        sandbox.text(),
                        () -> adopted.following(sandbox, () -> settle(id, approver), Approvals::isBehind),
                        BUSY)
                : lanes.run(lane(change), () -> settle(id, approver), BUSY);
    }

    @Override
    public CompletionStage<ApprovalAnswer> remove(String id) {
        return lanes.run(lane(pending.find(id)), () -> drop(id), BUSY);
    }

    private static String lane(@Nullable PendingChange change) {
        return change == null
                ? PolicyControl.GUARDRAILS
                : switch (change.proposal()) {
                    case Proposal.OfGuardrails _ -> PolicyControl.GUARDRAILS;
                    case Proposal.OfWorkspace workspace -> WorkspaceChanges.lane(workspace.workspace());
                    case Proposal.OfSandbox sandbox -> sandbox.sandbox().text();
                };
    }

    private static boolean isBehind(ApprovalAnswer answer) {
        return answer instanceof ApprovalAnswer.PutSandbox(var _, SandboxAnswer put) && AdoptedSandboxes.isBehind(put);
    }

    @Override
    public boolean isOutdated(PendingChange change) {
        return !change.base().equals(inForce(change.proposal()));
    }

    /** Returns the tag of what the proposal would replace. */
    private String inForce(Proposal proposal) {
        return switch (proposal) {
            case Proposal.OfGuardrails _ -> guardrails.view().tag();
            case Proposal.OfWorkspace workspace -> workspaces.tag(workspace.workspace());
            case Proposal.OfSandbox sandbox -> sandboxes.tag(sandbox.sandbox());
        };
    }

    /** Tells {@code to} of each change that has expired since the last call, in the lane of the guardrails. */
    void expire(Consumer<PendingChange> to) {
        if (pending.haveExpired()) {
            lanes.run(PolicyControl.GUARDRAILS, () -> told(to), 0);
        }
    }

    private int told(Consumer<PendingChange> to) {
        try {
            List<PendingChange> expired = pending.takeExpired();
            expired.forEach(to);
            return expired.size();
        } catch (StateException e) {
            LOG.warn("an expired change stays in the state: {}", e.getMessage());
            return 0;
        }
    }

    private ApprovalAnswer settle(String id, ChangeOrigin approver) {
        PendingChange change = pending.find(id);
        if (change == null) {
            return new ApprovalAnswer.Unknown();
        }
        if (approver.isSamePersonAs(change.origin())) {
            return new ApprovalAnswer.OwnChange(change);
        }
        String why = outdated(change);
        if (why != null) {
            return new ApprovalAnswer.Outdated(change, why);
        }
        return switch (change.proposal()) {
            case Proposal.OfGuardrails(GuardrailsView set, boolean promotes) ->
                approved(change, set, promotes, approver);
            case Proposal.OfWorkspace(WorkspaceId workspace, SandboxDocuments documents, var _) ->
                documents == null ? removed(change, workspace) : approved(change, workspace, documents);
            case Proposal.OfSandbox sandbox -> approved(change, sandbox);
        };
    }

    /** Returns what was replaced since the change was made, or null. */
    private @Nullable String outdated(PendingChange change) {
        if (isOutdated(change)) {
            return switch (change.proposal()) {
                case Proposal.OfGuardrails _ ->
                    "the guardrails are at epoch " + guardrails.view().epoch() + ", and it was made for "
                            + change.base();
                case Proposal.OfWorkspace workspace ->
                    "the workspace is at generation " + workspaces.tag(workspace.workspace()) + ", and it was made for "
                            + change.base();
                case Proposal.OfSandbox sandbox ->
                    "the sandbox is at generation " + sandboxes.tag(sandbox.sandbox()) + ", and it was made for "
                            + change.base();
            };
        }
        return change.proposal() instanceof Proposal.OfGuardrails(GuardrailsView set, boolean promotes)
                        && promotes
                        && !candidate.view().digest().equals(set.digest())
                ? "the candidate is not the one that it promotes"
                : null;
    }

    private ApprovalAnswer approved(PendingChange change, WorkspaceId id, SandboxDocuments documents) {
        WorkspaceAnswer answer = workspaces.approved(id, documents);
        if (answer instanceof WorkspaceAnswer.InForce) {
            forget(change);
        }
        return new ApprovalAnswer.PutWorkspace(change, answer);
    }

    private ApprovalAnswer approved(PendingChange change, Proposal.OfSandbox proposal) {
        return switch (sandboxes.approved(proposal, change.base())) {
            case SandboxAnswer.InForce inForce -> {
                forget(change);
                yield new ApprovalAnswer.PutSandbox(change, inForce.withoutTokens());
            }
            case SandboxAnswer other -> new ApprovalAnswer.PutSandbox(change, other);
        };
    }

    private ApprovalAnswer removed(PendingChange change, WorkspaceId id) {
        WorkspaceRemoval answer = workspaces.removalApproved(id);
        if (answer instanceof WorkspaceRemoval.Gone) {
            forget(change);
        }
        return new ApprovalAnswer.RemovedWorkspace(change, answer);
    }

    private ApprovalAnswer approved(PendingChange change, GuardrailsView set, boolean promotes, ChangeOrigin approver) {
        return switch (put(change, set, approver)) {
            case GuardrailsAnswer.InForce inForce -> {
                forget(change);
                yield new ApprovalAnswer.Put(change, promotes ? candidate.promoted(inForce) : inForce);
            }
            case GuardrailsAnswer other -> new ApprovalAnswer.Put(change, other);
        };
    }

    /** Puts the change in force, if it still compiles to what was approved. */
    private GuardrailsAnswer put(PendingChange approved, GuardrailsView set, ChangeOrigin approver) {
        var documents = new GuardrailsDocuments(set.rego(), set.data(), null, set.revision());
        var change = new GuardrailsChange(
                documents, Precondition.NONE, approved.origin().approvedBy(approver), false);
        return guardrails.compiled(
                documents,
                (policy, diagnostics) -> policy.digest().equals(set.digest())
                        ? guardrails.put(change, policy, diagnostics)
                        : new GuardrailsAnswer.Refused(List.of(OTHER_DIGEST)));
    }

    /** Forgets a change that is in force; in the state it may stay, outdated. */
    private void forget(PendingChange change) {
        try {
            pending.remove(change);
        } catch (StateException e) {
            LOG.warn("a change that is in force stays in the state: {}", e.getMessage());
        }
    }

    private ApprovalAnswer drop(String id) {
        PendingChange change = pending.find(id);
        if (change == null) {
            return new ApprovalAnswer.Unknown();
        }
        try {
            pending.remove(change);
            return new ApprovalAnswer.Removed(change);
        } catch (StateException e) {
            LOG.warn("a change waits on: {}", e.getMessage());
            return new ApprovalAnswer.Unavailable(NOT_WRITTEN);
        }
    }
}
