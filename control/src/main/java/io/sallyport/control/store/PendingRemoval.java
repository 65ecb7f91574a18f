package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.util.Objects;

/**
 * A sandbox that is gone and may still stand in the state. Immutable.
 *
 * @param generation that it had at last
 * @param lease whether it was put as a lease, so that its id takes no other
 */
public record PendingRemoval(SandboxId id, long generation, boolean lease) {
    public PendingRemoval {
        Objects.requireNonNull(id, "id");
    }
}
