package io.sallyport.control;

import io.sallyport.model.SandboxId;

/**
 * Removals of sandboxes, each in the lane of its id, where some room is theirs alone. What is about to be started for a sandbox
 * that is to go is broken off, so that nobody waits for it. Safe for concurrent use.
 */
record Removals(ChangeQueues lanes, SandboxParts parts) {
    /** Runs {@code removal} when the changes of {@code id} before it have ended; false where too many wait. */
    boolean offer(SandboxId id, Runnable removal) {
        parts.unwanted(id);
        boolean taken = lanes.offerRemoval(id.text(), () -> {
            parts.wantedAgain(id);
            removal.run();
        });
        if (!taken) {
            parts.wantedAgain(id);
        }
        return taken;
    }
}
