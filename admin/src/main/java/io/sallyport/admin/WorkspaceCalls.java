package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.SandboxBody;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceView;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Translates the calls about workspaces from HTTP to {@link WorkspaceControl} and back. Immutable. */
final class WorkspaceCalls {
    private static final Problem UNKNOWN = Problem.missing("workspace");

    private final WorkspaceControl control;
    private final IdentityIssuers issuers;

    WorkspaceCalls(WorkspaceControl control, IdentityIssuers issuers) {
        this.control = control;
        this.issuers = issuers;
    }

    OwnReply.Whole list() {
        return OwnReply.json(200, WorkspaceDocuments.workspaces(control.list()));
    }

    OwnReply.Whole get(Call call) {
        WorkspaceId id = id(call);
        WorkspaceView view = id == null ? null : control.get(id);
        if (view == null) {
            return UNKNOWN.answer();
        }
        String tag = Long.toString(view.generation());
        return CallCondition.got(call.condition(), tag, tag, OwnReply.json(200, WorkspaceDocuments.workspace(view)));
    }

    private static @Nullable WorkspaceId id(Call call) {
        return WorkspaceId.parse(call.lastSegment());
    }

    CompletionStage<Settled> put(Call call) {
        WorkspaceId id = id(call);
        if (id == null) {
            return Settled.malformed(
                    Problem.of(400, "INVALID_ID", "the path names no workspace (expected: an id as a sandbox's)"));
        }
        return switch (SandboxBody.ofWorkspace(call.body(), issuers)) {
            case Read.Bad<SandboxDocuments> bad -> Settled.malformed(bad.problem());
            case Read.Good<SandboxDocuments>(var documents) ->
                GuardrailCalls.withOrigin(
                        call,
                        origin -> control.put(id, documents, call.condition(), origin)
                                .thenApply(WorkspaceCalls::settled));
        };
    }

    CompletionStage<Settled> delete(Call call) {
        WorkspaceId id = id(call);
        return id == null
                ? Settled.malformed(UNKNOWN)
                : GuardrailCalls.withOrigin(
                        call, origin -> control.delete(id, origin).thenApply(WorkspaceCalls::settled));
    }

    static Settled settled(WorkspaceAnswer answer) {
        return switch (answer) {
            case WorkspaceAnswer.Pending(PendingChange change, var diagnostics) ->
                ApprovalCalls.pending(change, diagnostics);
            case WorkspaceAnswer.Full(var why) -> Settled.conflict("TOO_MANY_PENDING", why);
            case WorkspaceAnswer.InForce(WorkspaceView view, boolean created, var diagnostics) -> {
                OwnReply.Whole shown =
                        OwnReply.json(created ? 201 : 200, WorkspaceDocuments.inForce(view, diagnostics));
                yield Settled.done(CallCondition.tagged(shown, Long.toString(view.generation())), view.generation());
            }
            case WorkspaceAnswer.Refused(var diagnostics) -> Settled.refused(diagnostics);
            case WorkspaceAnswer.MovedOn(long generation) ->
                Settled.conflict(Problem.of(
                        412,
                        "MOVED_ON",
                        "nothing was changed: the workspace is "
                                + (generation == 0 ? "not there" : "at generation " + generation)));
            case WorkspaceAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }

    static Settled settled(WorkspaceRemoval removal) {
        return switch (removal) {
            case WorkspaceRemoval.Pending(PendingChange change) -> ApprovalCalls.pending(change, List.of());
            case WorkspaceRemoval.Full(var why) -> Settled.conflict("TOO_MANY_PENDING", why);
            case WorkspaceRemoval.Gone() -> Settled.done(OwnReply.nothing(), -1);
            case WorkspaceRemoval.InUse(int sandboxes, var some) -> {
                String names = some.stream().map(SandboxId::text).collect(Collectors.joining(", "));
                String more = sandboxes > some.size() ? " and " + (sandboxes - some.size()) + " more" : "";
                yield Settled.conflict("WORKSPACE_IN_USE", "sandboxes are in the workspace: " + names + more);
            }
            case WorkspaceRemoval.Configured() ->
                Settled.conflict("WORKSPACE_IN_USE", "the configuration names it as the default");
            case WorkspaceRemoval.Unknown() -> Settled.conflict(UNKNOWN);
            case WorkspaceRemoval.Unavailable(var why) -> Settled.unavailable(why);
        };
    }
}
