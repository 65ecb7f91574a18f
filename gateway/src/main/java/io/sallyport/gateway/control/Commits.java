package io.sallyport.gateway.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.gateway.control.Policies.GuardrailsPolicy;
import io.sallyport.gateway.state.StateException;
import io.sallyport.gateway.state.Store;
import io.sallyport.gateway.state.StoredGuardrails;
import io.sallyport.gateway.state.StoredSandbox;
import io.sallyport.model.SandboxId;
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
 * share {@link #sandboxCommit}, each sandbox in its own lane; a change of the guardrails has {@link #guardrailsCommit}
 * alone, so that no sandbox is ever left beside guardrails that are gone.
 */
final class Commits {
    /** Sandboxes at one time. */
    static final int MAX_SANDBOXES = 100_000;

    private final Store store;
    private final SandboxRegistry registry;
    private final CaRegistry cas;
    private final Changes changes;
    private final Map<SandboxId, Kept> kept = new ConcurrentHashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile @Nullable Guardrails guardrails;

    Commits(Store store, SandboxRegistry registry, CaRegistry cas, Changes changes) {
        this.store = store;
        this.registry = registry;
        this.cas = cas;
        this.changes = changes;
    }

    /** The guardrails in force. */
    record Guardrails(GuardrailsPolicy policy, StoredGuardrails stored) {}

    Lock sandboxCommit() {
        return lock.readLock();
    }

    Lock guardrailsCommit() {
        return lock.writeLock();
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

    boolean isFull() {
        return kept.size() >= MAX_SANDBOXES;
    }

    /** Puts {@code next} in force, whose snapshot is made and whose state is written. */
    void put(Kept next, Snapshots snapshot) {
        Sandbox sandbox = next.sandbox();
        sandbox.policy().advanceTo(snapshot.snapshot());
        kept.put(sandbox.id(), next);
        registry.put(sandbox, next.stored().proxyToken());
        changes.policyChanged(sandbox.id());
    }

    /** Removes a sandbox: first from the state, then from the request path. */
    void remove(Kept gone) throws StateException {
        Sandbox sandbox = gone.sandbox();
        store.delete(sandbox.id(), gone.generation());
        kept.remove(sandbox.id());
        sandbox.admission().revoke();
        registry.remove(sandbox.id());
        try {
            cas.remove(sandbox.id());
        } finally {
            changes.removed(sandbox.id());
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
