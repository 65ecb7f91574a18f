package io.sallyport.control.store;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;

/**
 * One workspace as the state directory keeps it. Immutable.
 *
 * @param digest digest of its documents
 * @param documents the documents as submitted
 * @param ended whether the term of these documents was seen to have ended
 */
public record WorkspaceRecord(
        WorkspaceId id, long generation, String digest, SandboxDocuments documents, boolean ended) {
    /** Returns a copy that records the end of its term. */
    public WorkspaceRecord withEndedTerm() {
        return new WorkspaceRecord(id, generation, digest, documents, true);
    }
}
