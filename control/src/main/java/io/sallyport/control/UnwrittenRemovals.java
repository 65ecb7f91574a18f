package io.sallyport.control;

import io.sallyport.control.store.PendingRemoval;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.model.SandboxId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes removals that are in force already. What the state does not take is kept in its journal, where there is room, and
 * tried again by {@link #retry}; until it is written the id takes no other sandbox, so there are as many as sandboxes at
 * most. Safe for concurrent use; methods that write block.
 */
final class UnwrittenRemovals {
    private static final Logger LOG = LoggerFactory.getLogger(UnwrittenRemovals.class);

    private final Store store;
    private final CertificateAuthorities cas;
    private final RevokedLeases revoked;
    private final Map<SandboxId, Unwritten> pending = new ConcurrentHashMap<>();

    UnwrittenRemovals(Store store, CertificateAuthorities cas, RevokedLeases revoked) {
        this.store = store;
        this.cas = cas;
        this.revoked = revoked;
    }

    /** @param durable whether the journal has it, so that a restart knows of it */
    private record Unwritten(PendingRemoval removal, boolean durable) {}

    /** Those that the journal holds, before anything is restored. Fails where they cannot be written now either. */
    void load() throws StateException {
        for (PendingRemoval removal : store.pendingRemovals()) {
            toState(removal);
            store.forgetPending(removal.id());
        }
    }

    /** Whether it is durable when this returns; where not, a restart brings the sandbox back. */
    boolean write(PendingRemoval removal) {
        try {
            toState(removal);
            return true;
        } catch (StateException e) {
            if (pending.isEmpty()) {
                LOG.error("removals are in force and not written: they are tried again until they are", e);
            }
            boolean durable = isKept(removal);
            pending.put(removal.id(), new Unwritten(removal, durable));
            return durable;
        }
    }

    private void toState(PendingRemoval removal) throws StateException {
        if (removal.lease()) {
            revoked.add(removal.id());
        }
        store.delete(removal.id(), removal.generation());
        cas.remove(removal.id());
    }

    private boolean isKept(PendingRemoval removal) {
        try {
            store.keepPending(removal);
            return true;
        } catch (StateException e) {
            LOG.error("{} is removed, and comes back where the gateway ends before that is written", removal.id(), e);
            return false;
        }
    }

    /** Whether the removal of that id is durable, or null where none waits to be written. */
    @Nullable
    Boolean isDurable(SandboxId id) {
        Unwritten unwritten = pending.get(id);
        return unwritten == null ? null : unwritten.durable;
    }

    int count() {
        return pending.size();
    }

    /** Tries again, and ends with the first that fails. Called by one thread. */
    void retry() {
        if (pending.isEmpty()) {
            return;
        }
        int written = 0;
        for (Unwritten unwritten : pending.values()) {
            if (!isWritten(unwritten)) {
                return;
            }
            written++;
        }
        LOG.info("{} removals were written", written);
    }

    /** The id is free when nothing speaks of the removal any more: what is put under it then is not taken for what went. */
    private boolean isWritten(Unwritten unwritten) {
        SandboxId id = unwritten.removal.id();
        try {
            toState(unwritten.removal);
            if (unwritten.durable) {
                store.forgetPending(id);
            }
            pending.remove(id);
            return true;
        } catch (StateException _) {
            return false; // said when it began
        }
    }
}
