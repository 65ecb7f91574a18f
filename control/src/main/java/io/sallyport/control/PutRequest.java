package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StoredLease;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * A put under one id. Immutable.
 *
 * @param lease the lease's further fields, or null for a plain sandbox
 * @param adopted the record by which another gateway has put it, or null if it is put here
 */
record PutRequest(
        SandboxId id,
        SandboxChange change,
        @Nullable StoredLease lease,
        @Nullable SandboxRecord adopted) {
    /** A put of this gateway. */
    PutRequest(SandboxId id, SandboxChange change, @Nullable StoredLease lease) {
        this(id, change, lease, null);
    }

    /** Returns the put that another gateway has recorded. */
    static PutRequest of(SandboxRecord adopted) {
        var change = new SandboxChange(adopted.documents(), Precondition.NONE, false);
        return new PutRequest(adopted.id(), change, adopted.lease(), adopted);
    }

    SandboxDocuments documents() {
        return change.documents();
    }

    /** Returns the same put of other documents. */
    PutRequest with(SandboxDocuments others) {
        return new PutRequest(
                id,
                new SandboxChange(others, change.condition(), change.rotateToken(), change.origin()),
                lease,
                adopted);
    }
}
