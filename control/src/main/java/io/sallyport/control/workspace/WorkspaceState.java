package io.sallyport.control.workspace;

import io.sallyport.control.calls.WorkspaceControl.WorkspaceView;
import io.sallyport.control.store.WorkspaceRecord;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import io.sallyport.policycompiler.SandboxPolicy;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One workspace as it is in force. Immutable; each change replaces it as a whole.
 *
 * @param ancestor the topmost ancestor of its sandboxes; the same object for its whole life
 * @param record null if it was never put, though a sandbox or the configuration names it
 * @param policy its compiled documents; null if it was never put or does not load; everything is then refused below it
 * @param diagnostics diagnostics of its last change
 */
public record WorkspaceState(
        WorkspaceId id,
        Sandbox ancestor,
        @Nullable WorkspaceRecord record,
        @Nullable SandboxPolicy policy,
        List<Diagnostic> diagnostics) {
    public WorkspaceState {
        diagnostics = List.copyOf(diagnostics);
    }

    /** Returns the generation, or 0 if it was never put. */
    public long generation() {
        return record == null ? 0 : record.generation();
    }

    /** Returns its documents as they were put. */
    public SandboxDocuments documents() {
        return record == null ? SandboxDocuments.NONE : record.documents();
    }

    /**
     * Returns its view.
     *
     * @param sandboxes how many there are below it
     */
    public WorkspaceView view(int sandboxes) {
        PolicySnapshot snapshot = ancestor.policy().current();
        Instant expiresAt = snapshot.expiresAt();
        return new WorkspaceView(
                id,
                generation(),
                snapshot.digest(),
                record == null ? "missing" : policy == null ? "refused" : "loaded",
                expiresAt == null ? null : expiresAt.toString(),
                policy == null ? List.of() : policy.allowed(),
                ancestor.admission().account().remaining(),
                sandboxes,
                diagnostics,
                documents());
    }
}
