package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.ApprovalControl.ApprovalAnswer;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.DocumentsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceView;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Translates the calls about changes that wait for approval. Immutable. */
final class ApprovalCalls {
    private static final Problem UNKNOWN =
            Problem.of(404, "NOT_FOUND", "no change waits under this id: it was settled, or expired, or never was");
    private static final Problem OWN = Problem.of(
            403, "OWN_CHANGE", "nothing was changed: the author of a change does not approve it, another person does");

    private final Control control;
    private final WorkspaceControl workspaces;
    private final ApprovalControl approvals;
    private final GuardrailCalls guardrails;
    private final AdminTokens tokens;

    ApprovalCalls(
            Control control,
            WorkspaceControl workspaces,
            ApprovalControl approvals,
            GuardrailCalls guardrails,
            AdminTokens tokens) {
        this.control = control;
        this.workspaces = workspaces;
        this.approvals = approvals;
        this.guardrails = guardrails;
        this.tokens = tokens;
    }

    OwnReply.Whole list() {
        return OwnReply.json(200, ApprovalDocuments.list(approvals.list(), approvals::isOutdated));
    }

    OwnReply.Whole get(Call call) {
        PendingChange change = approvals.get(call.lastSegment());
        return change == null
                ? UNKNOWN.answer()
                : OwnReply.json(
                        200,
                        ApprovalDocuments.whole(change, approvals.isOutdated(change), difference(change.proposal())));
    }

    /** Returns what the proposal changes of what is in force now, as a unified diff. */
    private String difference(Proposal proposal) {
        return switch (proposal) {
            case Proposal.OfGuardrails(var set, var _) -> HistoryDocuments.difference(control.guardrails(), set);
            case Proposal.OfWorkspace(var id, var documents, var _) -> {
                WorkspaceView before = workspaces.get(id);
                yield SubmittedDocuments.difference(
                        before == null ? SandboxDocuments.NONE : before.documents(),
                        documents == null ? SandboxDocuments.NONE : documents);
            }
            case Proposal.OfSandbox(var id, var documents, var _) -> {
                DocumentsView before = control.documents(id);
                yield SubmittedDocuments.difference(
                        before == null ? SandboxDocuments.NONE : before.documents(), documents);
            }
        };
    }

    CompletionStage<Settled> approve(Call call) {
        PendingChange change = approvals.get(call.lastSegment());
        if (change != null && !tokens.anyMay(change.origin().name(), needed(change))) {
            return CompletableFuture.completedStage(
                    Settled.conflict("AUTHOR_GONE", "the author may make such a change no longer"));
        }
        return GuardrailCalls.withOrigin(
                call,
                approver ->
                        approvals.approve(call.lastSegment(), approver).thenApply(answer -> settled(answer, approver)));
    }

    /** What the author of a change needs. Whoever approves one needs what the route asks for. */
    private static Permission needed(PendingChange change) {
        return switch (change.proposal()) {
            case Proposal.OfGuardrails _ -> Permission.CHANGE_GUARDRAILS;
            case Proposal.OfWorkspace _ -> Permission.CHANGE_WORKSPACES;
            case Proposal.OfSandbox _ -> Permission.CHANGE_SANDBOXES;
        };
    }

    CompletionStage<Settled> remove(Call call) {
        return GuardrailCalls.withOrigin(
                call, remover -> approvals.remove(call.lastSegment()).thenApply(answer -> settled(answer, remover)));
    }

    private Settled settled(ApprovalAnswer answer, ChangeOrigin by) {
        return switch (answer) {
            case ApprovalAnswer.Put(var change, var put) -> guardrails.approved(change, put, by);
            case ApprovalAnswer.PutWorkspace(var change, var put) -> approved(change, WorkspaceCalls.settled(put), by);
            case ApprovalAnswer.RemovedWorkspace(var change, var removal) ->
                approved(change, WorkspaceCalls.settled(removal), by);
            case ApprovalAnswer.PutSandbox(var change, var put) ->
                approved(change, SandboxCalls.settled(put, TrialCalls::inForce), by);
            case ApprovalAnswer.Removed(var change) -> removed(change, by);
            case ApprovalAnswer.Unknown() -> Settled.conflict(UNKNOWN);
            case ApprovalAnswer.OwnChange(var _) -> Settled.refused(OWN, ReasonCode.ROLE_REFUSED);
            case ApprovalAnswer.Outdated(var _, var why) -> Settled.conflict("OUTDATED", why);
            case ApprovalAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }

    /** Returns the result of a change that waits. */
    static Settled pending(PendingChange change, List<Diagnostic> diagnostics) {
        return new Settled(
                OwnReply.json(202, ApprovalDocuments.pending(change, diagnostics)),
                ReasonCode.GRANTED,
                -1,
                "pending: " + ApprovalDocuments.named(change, change.origin().note()));
    }

    /** Returns the result of a change that {@code approver} approved. */
    private static Settled approved(PendingChange change, Settled put, ChangeOrigin approver) {
        String named = ApprovalDocuments.named(change, approver.note());
        return new Settled(
                put.answer(),
                put.reason(),
                put.generation(),
                put.detail() == null ? named : named + ": " + put.detail());
    }

    private static Settled removed(PendingChange change, ChangeOrigin by) {
        String status = by.isSamePersonAs(change.origin()) ? "withdrawn" : "rejected";
        OwnReply.Whole shown = OwnReply.json(200, JsonAnswers.object(json -> {
            json.writeStringProperty("id", change.id());
            json.writeStringProperty("status", status);
        }));
        return new Settled(shown, ReasonCode.GRANTED, -1, status + ": " + ApprovalDocuments.named(change, by.note()));
    }
}
