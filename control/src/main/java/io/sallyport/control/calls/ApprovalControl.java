package io.sallyport.control.calls;

import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the control API on changes that wait for approval; {@code PolicyControl} provides
 * the implementation. Safe for concurrent use. No method blocks, and a stage completes exceptionally only because of a
 * bug.
 */
public interface ApprovalControl {
    /** Returns the changes that wait, the oldest first. */
    List<PendingChange> list();

    /** Returns the change that waits under {@code id}, or null. */
    @Nullable
    PendingChange get(String id);

    /** Returns whether what the change was made for is in force no longer; it cannot be approved then. */
    boolean isOutdated(PendingChange change);

    /**
     * Puts a change in force, if its author is somebody else and nothing it was made for has changed since.
     *
     * @param approver a token with its note
     */
    CompletionStage<ApprovalAnswer> approve(String id, ChangeOrigin approver);

    /** Takes a change away: its author withdraws it, anybody else rejects it. */
    CompletionStage<ApprovalAnswer> remove(String id);

    /** The result of a call about a change that waits. */
    sealed interface ApprovalAnswer {
        /** The change was put, with this answer. It waits no longer if it is in force. */
        record Put(PendingChange change, GuardrailsAnswer answer) implements ApprovalAnswer {}

        /** The change of a workspace was put, likewise. */
        record PutWorkspace(PendingChange change, WorkspaceAnswer answer) implements ApprovalAnswer {}

        /** The workspace was removed, likewise. */
        record RemovedWorkspace(PendingChange change, WorkspaceRemoval answer) implements ApprovalAnswer {}

        /** The change of the sandbox was put, likewise. The answer never holds tokens: they are not the approver's. */
        record PutSandbox(PendingChange change, SandboxAnswer answer) implements ApprovalAnswer {}

        record Removed(PendingChange change) implements ApprovalAnswer {}

        /** Nothing changed: no change waits under this id. */
        record Unknown() implements ApprovalAnswer {}

        /** Nothing changed: the author may not approve. */
        record OwnChange(PendingChange change) implements ApprovalAnswer {}

        /** Nothing changed: {@code why} says what was replaced since the change was made. */
        record Outdated(PendingChange change, String why) implements ApprovalAnswer {}

        record Unavailable(String why) implements ApprovalAnswer {}
    }
}
