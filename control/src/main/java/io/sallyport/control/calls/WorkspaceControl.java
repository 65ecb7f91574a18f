package io.sallyport.control.calls;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the control API on workspaces; {@code PolicyControl} provides the implementation. Safe for
 * concurrent use; no method blocks, and a stage completes exceptionally only because of a bug.
 */
public interface WorkspaceControl {
    /**
     * Creates or replaces a workspace, for all its sandboxes at once.
     *
     * @param condition holds of the generation that the change was made for
     * @param origin a token with its note
     */
    CompletionStage<WorkspaceAnswer> put(
            WorkspaceId id, SandboxDocuments documents, Precondition condition, ChangeOrigin origin);

    /**
     * Deletes a workspace that no sandbox is in.
     *
     * @param origin a token with its note
     */
    CompletionStage<WorkspaceRemoval> delete(WorkspaceId id, ChangeOrigin origin);

    @Nullable
    WorkspaceView get(WorkspaceId id);

    /** Returns all workspaces, sorted by id. */
    List<WorkspaceView> list();

    /** The result of a put. */
    sealed interface WorkspaceAnswer {
        record InForce(WorkspaceView view, boolean created, List<Diagnostic> diagnostics) implements WorkspaceAnswer {}

        /** Nothing changed yet: another person has to approve it. */
        record Pending(PendingChange change, List<Diagnostic> diagnostics) implements WorkspaceAnswer {}

        /** Nothing changed: too many changes wait for approval. */
        record Full(String why) implements WorkspaceAnswer {}

        /** Nothing changed: the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements WorkspaceAnswer {}

        /** Nothing changed: the workspace is at {@code generation}, not at the one that the caller expected. */
        record MovedOn(long generation) implements WorkspaceAnswer {}

        /** Nothing changed: too much waits, there are too many workspaces, or the state cannot be written. */
        record Unavailable(String why) implements WorkspaceAnswer {}
    }

    /** The result of a removal. */
    sealed interface WorkspaceRemoval {
        /** The workspace is gone, and stays gone after a restart. */
        record Gone() implements WorkspaceRemoval {}

        /** Nothing changed yet: another person has to approve it. */
        record Pending(PendingChange change) implements WorkspaceRemoval {}

        /** Nothing changed: too many changes wait for approval. */
        record Full(String why) implements WorkspaceRemoval {}

        /**
         * Nothing changed: sandboxes are in it.
         *
         * @param some their ids, sorted, at most {@link #MAX_NAMES}
         */
        record InUse(int sandboxes, List<SandboxId> some) implements WorkspaceRemoval {
            public static final int MAX_NAMES = 20;

            public InUse {
                some = List.copyOf(some);
            }
        }

        /** Nothing changed: the configuration names it as the default. */
        record Configured() implements WorkspaceRemoval {}

        /** There is no such workspace. */
        record Unknown() implements WorkspaceRemoval {}

        /** Nothing changed: too much waits, or the state cannot be written. */
        record Unavailable(String why) implements WorkspaceRemoval {}
    }

    /**
     * The state of one workspace.
     *
     * @param generation 0 if it was never put
     * @param status {@code loaded}; {@code refused} if its documents do not load; {@code missing} if a sandbox or the
     *     configuration names it and nobody has put it. Of the last two, everything is refused below it
     * @param expiresAt RFC 3339, or null
     * @param allowed the patterns of its documents, as written
     * @param remaining currency to what is left of its budget
     * @param sandboxes how many sandboxes are in it, children included
     * @param documents as they were put
     */
    record WorkspaceView(
            WorkspaceId id,
            long generation,
            String digest,
            String status,
            @Nullable String expiresAt,
            List<String> allowed,
            Map<String, BigDecimal> remaining,
            int sandboxes,
            List<Diagnostic> diagnostics,
            SandboxDocuments documents) {}
}
