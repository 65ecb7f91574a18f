package io.sallyport.gateway.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.gateway.control.Policies.GuardrailsPolicy;
import io.sallyport.gateway.state.StateException;
import io.sallyport.gateway.state.Store;
import io.sallyport.gateway.state.StoredGuardrails;
import io.sallyport.gateway.state.StoredSandbox;
import io.sallyport.model.SandboxId;
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

/**
 * What is in force and how it is replaced: written to the store first, then seen by the request path. Changes of sandboxes
 * go on beside each other by {@link #inFamily}, each in its own lane; a change of the guardrails has {@link #guardrailsCommit}
 * alone, so that no sandbox is ever left beside guardrails that are gone.
 */
final class Commits {
    /** Sandboxes at one time. */
    static final int MAX_SANDBOXES = 100_000;

    private final Store store;
    private final SandboxRegistry registry;
    private final CaRegistry cas;
    private final Changes changes;
    private final Accounts accounts;
    private final RevokedLeases revoked;
    private final FamilyLocks families = new FamilyLocks();
    private final Map<SandboxId, Set<SandboxId>> children = new ConcurrentHashMap<>();
    private final Map<SandboxId, Kept> kept = new ConcurrentHashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile @Nullable Guardrails guardrails;

    Commits(
            Store store,
            SandboxRegistry registry,
            CaRegistry cas,
            Accounts accounts,
            RevokedLeases revoked,
            Changes changes) {
        this.accounts = accounts;
        this.revoked = revoked;
        this.store = store;
        this.registry = registry;
        this.cas = cas;
        this.changes = changes;
    }

    /** The guardrails in force. */
    record Guardrails(GuardrailsPolicy policy, StoredGuardrails stored) {}

    /**
     * Does {@code change}, one of a sandbox: its family changes one after the other, and no guardrails change meanwhile.
     *
     * @param parent which a new sandbox is to have, or null
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
        Kept member = kept.get(parent == null ? id : parent);
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

    CaRegistry cas() {
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

    @Nullable
    Kept find(SandboxId id) {
        return kept.get(id);
    }

    Collection<Kept> all() {
        return List.copyOf(kept.values());
    }

    /** The sandbox's children, theirs, and so on: each after its own. */
    List<Kept> descendants(SandboxId id) {
        var all = new ArrayList<Kept>();
        addDescendants(id, all);
        return all;
    }

    private void addDescendants(SandboxId id, List<Kept> all) {
        for (SandboxId child : children.getOrDefault(id, Set.of())) {
            addDescendants(child, all);
            Kept found = kept.get(child);
            if (found != null) {
                all.add(found);
            }
        }
    }

    boolean isFull() {
        return kept.size() >= MAX_SANDBOXES;
    }

    /** Puts {@code next} in force, whose snapshot is made and whose state is written. */
    void put(Kept next, Snapshots snapshot) {
        Sandbox sandbox = next.sandbox();
        sandbox.policy().advanceTo(snapshot.snapshot());
        kept.put(sandbox.id(), next);
        Sandbox parent = sandbox.parent();
        if (parent != null) {
            children.computeIfAbsent(parent.id(), _ -> ConcurrentHashMap.newKeySet())
                    .add(sandbox.id());
        }
        registry.put(sandbox, next.stored().proxyToken());
        changes.inForce(sandbox, next.stored(), next.runtimeFetch());
        concernsAll(sandbox.id());
    }

    /** Has what runs of a sandbox and of all below it looked at again. */
    void concernsAll(SandboxId id) {
        changes.policyChanged(id);
        descendants(id).forEach(kept -> changes.policyChanged(kept.sandbox().id()));
    }

    /** Removes a sandbox and all below it, the lowest first: a crash in between leaves none without its parent. */
    void remove(Kept gone) throws StateException {
        for (Kept below : descendants(gone.stored().id())) {
            removeOne(below);
        }
        removeOne(gone);
    }

    /** First from the state, then from the request path; {@link #find} last, so that nobody takes its id meanwhile. */
    private void removeOne(Kept gone) throws StateException {
        Sandbox sandbox = gone.sandbox();
        if (gone.stored().lease() != null) {
            revoked.add(sandbox.id());
        }
        store.delete(sandbox.id(), gone.generation());
        sandbox.admission().revoke();
        registry.remove(sandbox.id());
        forget(sandbox);
        accounts.close(sandbox.id());
        try {
            cas.remove(sandbox.id());
        } finally {
            changes.removed(sandbox);
            kept.remove(sandbox.id());
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

    /** What is kept of {@code stored} takes this form once it is written; a new sandbox's CA comes first. */
    void save(StoredSandbox stored) throws StateException {
        if (!kept.containsKey(stored.id())) {
            cas.create(stored.id());
        }
        store.save(stored);
    }

    /** Forgets CAs and compiled Rego that nothing in force uses. Only at start: a change under way may have just written some. */
    void sweep() throws StateException {
        cas.sweep(kept.keySet());
        store.retainSpent(kept.keySet());
        store.retainSkills(kept.keySet());
        Set<String> used = new HashSet<>(guardrails().policy().bundles());
        for (Kept one : kept.values()) {
            Policies.SandboxPolicy policy = one.policy();
            if (policy != null) {
                used.addAll(policy.bundles());
            }
        }
        store.retainBundles(used);
    }
}
