package io.sallyport.control;

import io.sallyport.model.SandboxId;

/**
 * Queues removals of sandboxes, each in the lane of its id, with some room reserved for them. Aborts whatever is still
 * being started for the sandbox, so that the removal does not wait for it. Safe for concurrent use.
 */
record Removals(ChangeQueues lanes, SandboxParts parts) {
    /**
     * Runs {@code removal} after the changes of {@code id} before it. Returns false, and never runs it, if too many
     * wait.
     */
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
