package io.sallyport.apiservers.sandbox;

import io.sallyport.model.SandboxId;
import java.util.HashMap;
import java.util.Map;

/**
 * Which sandboxes wait for their servers to start, and which of them are to be removed, so that none goes on for
 * nothing. Safe for concurrent use.
 */
final class PendingStarts {
    private final Map<SandboxId, ServerRun> starting = new HashMap<>(); // guarded by this, as what follows
    /** How many removals wait; as many as may wait in lanes. */
    private final Map<SandboxId, Integer> unwanted = new HashMap<>();

    /** The servers of {@code run} are being started, and stopped again where a removal waits. */
    synchronized void begin(ServerRun run) {
        starting.put(run.sandbox(), run);
        if (isUnwanted(run.sandbox())) {
            var _ = run.group().stop();
        }
    }

    synchronized void end(ServerRun run) {
        starting.remove(run.sandbox(), run);
    }

    /** A removal of {@code id} waits behind whatever is being started for it. */
    synchronized void unwanted(SandboxId id) {
        unwanted.merge(id, 1, Integer::sum);
        ServerRun run = starting.get(id);
        if (run != null) {
            var _ = run.group().stop();
        }
    }

    /** One removal waits no more. */
    synchronized void wantedAgain(SandboxId id) {
        unwanted.computeIfPresent(id, (_, waiting) -> waiting == 1 ? null : waiting - 1);
    }

    synchronized boolean isUnwanted(SandboxId id) {
        return unwanted.containsKey(id);
    }
}
