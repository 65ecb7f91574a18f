package io.sallyport.proxy.intercept;

import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * Finds the CA of a sandbox. Called on event loops: answers at once. An id that was deleted and put again answers
 * another CA, and none in between. Safe for concurrent use.
 */
@FunctionalInterface
public interface SandboxCas {
    /** The CA that is {@code sandbox}'s now, or null where there is no such sandbox. */
    @Nullable
    SandboxCa find(SandboxId sandbox);
}
