package io.sallyport.control;

import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Ids of leases that were revoked: they are not given to another lease. The oldest are forgotten where there are too many.
 * Safe for concurrent use; methods that write block.
 */
final class RevokedLeases {
    static final int MAX_KNOWN = 100_000;

    private final Store store;
    private final InstantSource clock;
    private final SequencedSet<SandboxId> oldestFirst = new LinkedHashSet<>(); // guarded by this

    RevokedLeases(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    synchronized void load() throws StateException {
        store.revoked().entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(entry -> oldestFirst.add(entry.getKey()));
    }

    synchronized boolean contains(SandboxId id) {
        return oldestFirst.contains(id);
    }

    /** Durable when it returns, and known though it fails; it may be called again then. */
    void add(SandboxId id) throws StateException {
        SandboxId forgotten = remember(id);
        store.saveRevoked(id, clock.millis());
        if (forgotten != null) {
            store.forgetRevoked(forgotten);
        }
    }

    private synchronized @Nullable SandboxId remember(SandboxId id) {
        oldestFirst.add(id);
        return oldestFirst.size() <= MAX_KNOWN ? null : oldestFirst.removeFirst();
    }
}
