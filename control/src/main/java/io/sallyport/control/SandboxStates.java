package io.sallyport.control;

import io.sallyport.control.sharing.RecordSharing;
import io.sallyport.control.store.RevokedLeases;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.control.workspace.WorkspaceState;
import io.sallyport.control.workspace.Workspaces;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.SandboxPolicy;
import io.sallyport.policycompiler.Trials;
import io.sallyport.policycompiler.author.AuthoredRego;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sandboxes and guardrails in force, and the locks around their changes. Changes of different sandboxes run in
 * parallel, each in its own lane and under {@link #lockFamily}; a change of the guardrails holds {@link
 * #guardrailsCommit} exclusively, so that no sandbox is left with outdated guardrails.
 */
final class SandboxStates {
    /** Limit of sandboxes at one time. */
    static final int MAX_SANDBOXES = 100_000;

    private final Store store;
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
    private final Workspaces workspaces;
    private volatile AuthoredRego candidate = AuthoredRego.NONE;
    private volatile RecordSharing sharing = RecordSharing.ALONE;

    SandboxStates(
            Store store,
            CertificateAuthorities cas,
            Accounts accounts,
            RevokedLeases revoked,
            SandboxParts parts,
            Workspaces workspaces) {
        this.workspaces = workspaces;
        this.accounts = accounts;
        this.revoked = revoked;
        this.unwritten = new UnwrittenRemovals(store, cas, revoked);
        this.store = store;
        this.cas = cas;
        this.parts = parts;
    }

    /** The guardrails in force. */
    record Guardrails(AuthoredRego policy, StoredGuardrails stored) {}

    /**
     * Locks the family of a sandbox that is to be changed. Until the locks are closed, no other change of the family,
     * and none of the guardrails, runs.
     *
     * @param above the parent or else the workspace of a new sandbox, or null
     */
    FamilyLocks.Held lockFamily(@Nullable SandboxId above, SandboxId id) {
        lock.readLock().lock();
        Lock family = family(above, id);
        family.lock();
        return () -> {
            family.unlock();
            lock.readLock().unlock();
        };
    }

    /** The sandboxes of a workspace are one family: they share its budget. */
    private Lock family(@Nullable SandboxId above, SandboxId id) {
        SandboxState member = states.get(above == null ? id : above);
        if (member == null) {
            return families.of(above != null && above.isWorkspace() ? above : id);
        }
        Sandbox workspace = member.sandbox().workspace();
        return families.of(workspace == null ? member.sandbox().root().id() : workspace.id());
    }

    /** Returns the store that other gateways share. */
    RecordSharing sharing() {
        return sharing;
    }

    void shareWith(RecordSharing others) {
        sharing = others;
    }

    Workspaces workspaces() {
        return workspaces;
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

    /** Returns the candidate for the guardrails; without Rego if there is none. */
    AuthoredRego candidate() {
        return candidate;
    }

    /**
     * Returns what is tried beside the policy of a recorded sandbox.
     *
     * @param documents its compiled candidate, or null
     */
    Trials trials(@Nullable SandboxSpec documents, SandboxRecord record) {
        SandboxPolicy policy = documents == null || record.trials().candidate() == null ? null : documents.policy();
        return new Trials(candidate, policy, record.trials().terms());
    }

    void candidate(AuthoredRego next) {
        candidate = next;
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

    /** Makes {@code next} the state of its sandbox, which joins its family. */
    void put(SandboxState next) {
        states.put(next.id(), next);
        Sandbox parent = next.sandbox().parent();
        if (parent != null) {
            children.computeIfAbsent(parent.id(), _ -> ConcurrentHashMap.newKeySet())
                    .add(next.id());
        }
    }

    /** Forgets the sandbox; its id may be used again. */
    void forget(SandboxId id) {
        states.remove(id);
    }

    /** Removes a sandbox that ends from the children of its parent. */
    void leaveFamily(Sandbox gone) {
        Sandbox parent = gone.parent();
        if (parent != null) {
            children.computeIfPresent(parent.id(), (_, own) -> {
                own.remove(gone.id());
                return own.isEmpty() ? null : own;
            });
        }
    }

    /** Returns the JSON texts of the leases of a sandbox and its parents, nearest first: what a child inherits. */
    List<String> leasesFrom(@Nullable SandboxId nearest) {
        List<String> leases = new ArrayList<>();
        SandboxState first = nearest == null ? null : states.get(nearest);
        for (Sandbox one = first == null ? null : first.sandbox();
                one != null && !one.isWorkspace();
                one = one.parent()) {
            SandboxState state = states.get(one.id());
            String lease = state == null ? null : state.record().documents().lease();
            if (lease != null) {
                leases.add(lease);
            }
        }
        return leases;
    }

    /** Notifies the parts of a sandbox and of all its descendants that the policy changed. */
    void concernsAll(SandboxId id) {
        parts.policyChanged(id);
        concernsBelow(id);
    }

    /** Notifies the parts of all descendants of a sandbox or workspace that the policy changed. */
    void concernsBelow(SandboxId id) {
        descendants(id).forEach(below -> parts.policyChanged(below.id()));
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
        Set<SandboxId> spending = new HashSet<>(states.keySet());
        workspaces.all().forEach(one -> spending.add(one.ancestor().id()));
        store.retainSpent(spending);
        store.retainSkills(states.keySet());
        Set<String> used = new HashSet<>(guardrails().policy().bundles());
        used.addAll(candidate.bundles());
        Stream.concat(
                        states.values().stream()
                                .flatMap(one -> Stream.of(one.spec(), one.candidate()))
                                .filter(Objects::nonNull)
                                .map(SandboxSpec::policy),
                        workspaces.all().stream().map(WorkspaceState::policy).filter(Objects::nonNull))
                .forEach(policy -> used.addAll(policy.bundles()));
        store.retainBundles(used);
    }
}
