package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.store.StoredLease;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * A put under one id. Immutable.
 *
 * @param lease the lease's further fields, or null for a plain sandbox
 */
record PutRequest(
        SandboxId id, SandboxChange change, @Nullable StoredLease lease) {
    SandboxDocuments documents() {
        return change.documents();
    }

    /** Returns the same put of other documents. */
    PutRequest with(SandboxDocuments others) {
        return new PutRequest(id, new SandboxChange(others, change.condition(), change.rotateToken()), lease);
    }
}
