package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Ids of revoked leases, which no other lease may take. Above {@link #MAX_KNOWN} the oldest are forgotten. Safe for
 * concurrent use; methods that write block.
 */
public final class RevokedLeases {
    public static final int MAX_KNOWN = 100_000;

    private final Store store;
    private final InstantSource clock;
    private final SequencedSet<SandboxId> oldestFirst = new LinkedHashSet<>(); // guarded by this

    public RevokedLeases(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    public synchronized void load() throws StateException {
        store.revoked().entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(entry -> oldestFirst.add(entry.getKey()));
    }

    public synchronized boolean contains(SandboxId id) {
        return oldestFirst.contains(id);
    }

    /** Adds an id. Durable when it returns. On failure the id is known all the same, and the call may be repeated. */
    public void add(SandboxId id) throws StateException {
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
