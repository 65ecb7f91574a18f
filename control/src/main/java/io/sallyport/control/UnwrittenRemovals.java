package io.sallyport.control;

import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.store.PendingRemoval;
import io.sallyport.control.store.RevokedLeases;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.model.SandboxId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes removals that are already in force. A removal that the state cannot take goes into its journal, if there is
 * room, and {@link #retry} tries it again. Until it is written, no other sandbox can take the id, so the number of
 * pending removals is bounded by that of sandboxes. Safe for concurrent use; methods that write block.
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

    /** @param durable whether the journal holds it, so that it survives a restart */
    private record Unwritten(PendingRemoval removal, boolean durable) {}

    /** Applies the journal's removals before anything is restored. Fails if they still cannot be written. */
    void load() throws StateException {
        for (PendingRemoval removal : store.pendingRemovals()) {
            toState(removal);
            store.forgetPending(removal.id());
        }
    }

    /** Writes a removal. Returns whether it is durable; if not, a restart brings the sandbox back. */
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

    boolean isPending(SandboxId id) {
        return pending.containsKey(id);
    }

    /** Returns the pending removal of that id; {@link Removal#UNKNOWN} if none is pending. */
    Removal removal(SandboxId id) {
        Unwritten unwritten = pending.get(id);
        return unwritten == null ? Removal.UNKNOWN : unwritten.durable ? Removal.DURABLE : Removal.NOT_DURABLE;
    }

    int count() {
        return pending.size();
    }

    /** Tries all pending removals again and stops at the first failure. Called by one thread. */
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

    /**
     * Frees the id last, after the journal has forgotten the removal: otherwise a restart would remove a new sandbox of
     * that id.
     */
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
            return false; // logged when it first failed
        }
    }
}
