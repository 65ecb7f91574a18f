package io.sallyport.control;

import io.sallyport.control.store.PendingRemoval;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.AuthoredRego;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sandboxes and guardrails in force. A change is first written to the store, then visible to the request path.
 * Changes of different sandboxes run in parallel through {@link #inFamily}, each in its own lane; a change of the
 * guardrails holds {@link #guardrailsCommit} exclusively, so that no sandbox is left with outdated guardrails.
 */
final class SandboxStates {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxStates.class);

    /** Limit of sandboxes at one time. */
    static final int MAX_SANDBOXES = 100_000;

    private final Store store;
    private final SandboxRegistry registry;
    private final CertificateAuthorities cas;
    private final SandboxParts parts;
    private final Accounts accounts;
    private final RevokedLeases revoked;
    private final UnwrittenRemovals unwritten;
    private final FamilyLocks families = new FamilyLocks();
    private final Map<SandboxId, Set<SandboxId>> children = new ConcurrentHashMap<>();
    private final Map<SandboxId, SandboxState> states = new ConcurrentHashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile @Nullable Guardrails guardrails;
    private volatile @Nullable StoredGuardrails unsaved;

    SandboxStates(
            Store store,
            SandboxRegistry registry,
            CertificateAuthorities cas,
            Accounts accounts,
            RevokedLeases revoked,
            SandboxParts parts) {
        this.accounts = accounts;
        this.revoked = revoked;
        this.unwritten = new UnwrittenRemovals(store, cas, revoked);
        this.store = store;
        this.registry = registry;
        this.cas = cas;
        this.parts = parts;
    }

    /** The guardrails in force. */
    record Guardrails(AuthoredRego policy, StoredGuardrails stored) {}

    /**
     * Runs {@code change}, a change of one sandbox. No other change of its family, and none of the guardrails, runs
     * meanwhile.
     *
     * @param parent the parent of a new sandbox, or null
     */
    <T> T inFamily(@Nullable SandboxId parent, SandboxId id, PolicyControl.Work<T> change) throws StateException {
        lock.readLock().lock();
        try {
            Lock family = family(parent, id);
            family.lock();
            try {
                return change.done();
            } finally {
                family.unlock();
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    private Lock family(@Nullable SandboxId parent, SandboxId id) {
        SandboxState member = states.get(parent == null ? id : parent);
        return families.of(member == null ? id : member.sandbox().root().id());
    }

    Lock guardrailsCommit() {
        return lock.writeLock();
    }

    Accounts accounts() {
        return accounts;
    }

    RevokedLeases revoked() {
        return revoked;
    }

    UnwrittenRemovals unwritten() {
        return unwritten;
    }

    SandboxParts parts() {
        return parts;
    }

    CertificateAuthorities cas() {
        return cas;
    }

    Store store() {
        return store;
    }

    Guardrails guardrails() {
        Guardrails current = guardrails;
        if (current == null) {
            throw new IllegalStateException("asked before the state was loaded");
        }
        return current;
    }

    void guardrails(Guardrails next) {
        guardrails = next;
    }

    /**
     * Writes {@code next}; on failure keeps it for {@link #writeAgain} and returns false. Called under {@link
     * #guardrailsCommit}.
     */
    boolean save(StoredGuardrails next) {
        try {
            store.save(next);
            unsaved = null;
            return true;
        } catch (StateException e) {
            if (unsaved == null) {
                LOG.error("guardrails are in force and not written: they are tried again until they are", e);
            }
            unsaved = next;
            return false;
        }
    }

    /** Retries writes of what is already in force. Called by one thread; blocks. */
    void writeAgain() {
        unwritten.retry();
        if (unsaved != null) {
            lock.writeLock().lock();
            try {
                StoredGuardrails next = unsaved;
                if (next != null && save(next)) {
                    LOG.info("the guardrails were written");
                }
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    /** Returns whether everything in force is written. */
    boolean isWritten() {
        return unsaved == null && unwritten.count() == 0;
    }

    @Nullable
    SandboxState find(SandboxId id) {
        return states.get(id);
    }

    Collection<SandboxState> all() {
        return List.copyOf(states.values());
    }

    /** Returns all descendants of the sandbox, each after its own descendants. */
    List<SandboxState> descendants(SandboxId id) {
        var all = new ArrayList<SandboxState>();
        addDescendants(id, all);
        return all;
    }

    private void addDescendants(SandboxId id, List<SandboxState> all) {
        for (SandboxId child : children.getOrDefault(id, Set.of())) {
            addDescendants(child, all);
            SandboxState found = states.get(child);
            if (found != null) {
                all.add(found);
            }
        }
    }

    boolean isFull() {
        return states.size() + unwritten.count() >= MAX_SANDBOXES;
    }

    /** Puts {@code next}, whose record is already written, in force. */
    void put(SandboxState next) {
        Sandbox sandbox = next.sandbox();
        sandbox.policy().advanceTo(next.snapshot());
        states.put(sandbox.id(), next);
        Sandbox parent = sandbox.parent();
        if (parent != null) {
            children.computeIfAbsent(parent.id(), _ -> ConcurrentHashMap.newKeySet())
                    .add(sandbox.id());
        }
        registry.put(sandbox, next.record().proxyToken());
        parts.activate(next);
        concernsAll(sandbox.id());
    }

    /** Notifies the parts of a sandbox and of all its descendants that the policy changed. */
    void concernsAll(SandboxId id) {
        parts.policyChanged(id);
        descendants(id).forEach(below -> parts.policyChanged(below.id()));
    }

    /**
     * Removes a sandbox and all its descendants, the lowest first: a crash in between leaves none without its parent.
     *
     * @return whether the removal is durable; it is in force in any case
     */
    boolean remove(SandboxState gone) {
        List<SandboxState> all = new ArrayList<>(descendants(gone.id()));
        all.add(gone);
        all.forEach(one -> close(one.sandbox()));
        boolean durable = true;
        for (SandboxState one : all) {
            durable &= write(one);
        }
        return durable;
    }

    /**
     * Takes the sandbox out of the request path before anything is written: a full disk must not let requests through.
     */
    private void close(Sandbox sandbox) {
        sandbox.admission().revoke();
        registry.remove(sandbox.id());
        forget(sandbox);
        accounts.close(sandbox.id());
        parts.end(sandbox);
    }

    /** Deletes the sandbox from the state. {@link #find} forgets it last, so that its id is not reused meanwhile. */
    private boolean write(SandboxState gone) {
        SandboxId id = gone.sandbox().id();
        try {
            return unwritten.write(
                    new PendingRemoval(id, gone.generation(), gone.record().lease() != null));
        } finally {
            states.remove(id);
        }
    }

    private void forget(Sandbox gone) {
        Sandbox parent = gone.parent();
        if (parent != null) {
            children.computeIfPresent(parent.id(), (_, own) -> {
                own.remove(gone.id());
                return own.isEmpty() ? null : own;
            });
        }
    }

    /** Writes {@code record}, after creating the CA of a new sandbox. */
    void save(SandboxRecord record) throws StateException {
        if (!states.containsKey(record.id())) {
            cas.create(record.id());
        }
        store.save(record);
    }

    /** Writes the record of an existing sandbox without changing what is in force. */
    void rewrite(SandboxState next) throws StateException {
        store.save(next.record());
        states.put(next.id(), next);
    }

    /**
     * Deletes CAs, spending, skills and compiled Rego that nothing in force uses. Only at startup: later, a running
     * change may have just written some.
     */
    void sweep() throws StateException {
        cas.sweep(states.keySet());
        store.retainSpent(states.keySet());
        store.retainSkills(states.keySet());
        Set<String> used = new HashSet<>(guardrails().policy().bundles());
        for (SandboxState one : states.values()) {
            SandboxSpec spec = one.spec();
            if (spec != null) {
                used.addAll(spec.policy().bundles());
            }
        }
        store.retainBundles(used);
    }
}
