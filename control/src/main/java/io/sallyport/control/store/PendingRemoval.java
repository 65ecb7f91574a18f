package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.util.Objects;

/**
 * A removed sandbox that the state may still contain. Immutable.
 *
 * @param generation its last generation
 * @param lease whether it was put as a lease, so that no other may take its id
 */
public record PendingRemoval(SandboxId id, long generation, boolean lease) {
    public PendingRemoval {
        Objects.requireNonNull(id, "id");
    }
}
