package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
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

    /** Returns why the current {@code states} rule out this put, whatever its documents say, or null. */
    @Nullable
    SandboxAnswer refusal(SandboxStates states) {
        if (states.revoked().contains(id)) {
            return new SandboxAnswer.Taken("LEASE_REVOKED", "the lease of this id was revoked; it takes no other");
        }
        if (states.unwritten().isDurable(id) != null) {
            return new SandboxAnswer.Unavailable("the removal of what had this id is not written yet");
        }
        SandboxState before = states.find(id);
        if (before != null && (before.record().lease() == null) != (lease == null)) {
            return new SandboxAnswer.Taken(
                    "OTHER_KIND", "the id is " + (lease == null ? "a lease's" : "a sandbox's, put as such"));
        }
        long generation = before == null ? 0 : before.generation();
        if (change.ifMatch() >= 0 && change.ifMatch() != generation) {
            return new SandboxAnswer.MovedOn(generation);
        }
        return before == null && states.isFull()
                ? new SandboxAnswer.Unavailable(
                        "there are " + SandboxStates.MAX_SANDBOXES + " sandboxes, as many as may be")
                : null;
    }
}
