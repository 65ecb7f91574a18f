package io.sallyport.control.store;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;

/**
 * The candidate of a sandbox as the state directory keeps it. Immutable.
 *
 * @param documents the sandbox's documents with those of the candidate in their place
 * @param digest lower-case hex SHA-256 of what they compile to, whatever the guardrails
 * @param generation the generation beside which it was put
 * @param until when it ends, milliseconds since the epoch
 */
public record StoredCandidate(SandboxDocuments documents, String digest, long generation, long until) {
    /** Returns a copy of a sandbox that is in {@code workspace}. */
    StoredCandidate in(WorkspaceId workspace) {
        SandboxDocuments placed = documents.toBuilder().workspace(workspace).build();
        return new StoredCandidate(placed, digest, generation, until);
    }
}
