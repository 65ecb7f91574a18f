package io.sallyport.control.store;

import io.sallyport.control.calls.PendingChange;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps state in memory only, for a gateway that lives as long as one command. Safe for concurrent use. */
public sealed class MemoryStore implements Store permits FormedStore {
    private final Map<SandboxId, SandboxRecord> sandboxes = new ConcurrentHashMap<>();
    private final Map<WorkspaceId, WorkspaceRecord> workspaces = new ConcurrentHashMap<>();
    private final Map<SandboxId, Map<String, BigDecimal>> spent = new ConcurrentHashMap<>();
    private final Map<SandboxId, FetchAllowance.Counts> fetched = new ConcurrentHashMap<>();
    private final Map<SandboxId, StoredSkills> skills = new ConcurrentHashMap<>();
    private final Map<SandboxId, Long> revoked = new ConcurrentHashMap<>();
    private final Map<String, byte[]> bundles = new ConcurrentHashMap<>();
    private final Map<Long, PastGuardrails> past = new ConcurrentHashMap<>();
    private final Map<String, PendingChange> pending = new ConcurrentHashMap<>();
    private final AtomicLong floor = new AtomicLong();
    private final byte[] placeholderKey = SecretSeal.newKey();
    private final AtomicReference<StoredGuardrails> guardrails = new AtomicReference<>(StoredGuardrails.NONE);
    private final AtomicReference<StoredGuardrails> candidate = new AtomicReference<>(StoredGuardrails.NONE);

    @Override
    public List<SandboxRecord> sandboxes() {
        return List.copyOf(sandboxes.values());
    }

    /** Keeps none: it lives as long as one command, which changes no sandbox. */
    @Override
    public List<SandboxRecord> pastSandboxes(SandboxId id, int most) {
        return List.of();
    }

    @Override
    public void save(SandboxRecord sandbox) {
        sandboxes.put(sandbox.id(), sandbox);
    }

    @Override
    public void delete(SandboxId id, long newFloor) {
        floor.accumulateAndGet(newFloor, Math::max);
        sandboxes.remove(id);
        spent.remove(id);
        fetched.remove(id);
        skills.remove(id);
    }

    @Override
    public List<WorkspaceRecord> workspaces() {
        return List.copyOf(workspaces.values());
    }

    @Override
    public void save(WorkspaceRecord workspace) {
        workspaces.put(workspace.id(), workspace);
    }

    @Override
    public void delete(WorkspaceId id, long newFloor) {
        floor.accumulateAndGet(newFloor, Math::max);
        workspaces.remove(id);
        spent.remove(id.ancestor());
    }

    @Override
    public List<PendingRemoval> pendingRemovals() {
        return List.of();
    }

    @Override
    public void keepPending(PendingRemoval removal) {
        throw new IllegalStateException("memory takes every removal");
    }

    @Override
    public void forgetPending(SandboxId id) {
        // nothing is kept
    }

    @Override
    public Map<SandboxId, Long> revoked() {
        return Map.copyOf(revoked);
    }

    @Override
    public void saveRevoked(SandboxId id, long timeMillis) {
        revoked.put(id, timeMillis);
    }

    @Override
    public void forgetRevoked(SandboxId id) {
        revoked.remove(id);
    }

    @Override
    public Map<String, BigDecimal> spent(SandboxId id) {
        return spent.getOrDefault(id, Map.of());
    }

    @Override
    public void saveSpent(SandboxId id, Map<String, BigDecimal> amounts) {
        spent.put(id, Map.copyOf(amounts));
    }

    @Override
    public void retainSpent(Set<SandboxId> ids) {
        spent.keySet().retainAll(ids);
        fetched.keySet().retainAll(ids);
    }

    @Override
    public FetchAllowance.Counts fetched(SandboxId id) {
        return fetched.getOrDefault(id, FetchAllowance.Counts.NONE);
    }

    @Override
    public void saveFetched(SandboxId id, FetchAllowance.Counts counts) {
        fetched.put(id, counts);
    }

    @Override
    public void forgetFetched(SandboxId id) {
        fetched.remove(id);
    }

    @Override
    public StoredSkills skills(SandboxId id) {
        return skills.getOrDefault(id, StoredSkills.NONE);
    }

    @Override
    public void saveSkills(SandboxId id, StoredSkills next) {
        skills.put(id, next);
    }

    @Override
    public void retainSkills(Set<SandboxId> ids) {
        skills.keySet().retainAll(ids);
    }

    @Override
    public byte[] placeholderKey() {
        return placeholderKey.clone();
    }

    @Override
    public long floor() {
        return floor.get();
    }

    @Override
    public StoredGuardrails guardrails() {
        return guardrails.get();
    }

    @Override
    public void save(StoredGuardrails next) {
        guardrails.set(next);
    }

    @Override
    public List<PastGuardrails> pastGuardrails() {
        return List.copyOf(past.values());
    }

    @Override
    public void save(PastGuardrails next) {
        past.put(next.epoch(), next);
    }

    @Override
    public void retainPastGuardrails(Set<Long> epochs) {
        past.keySet().retainAll(epochs);
    }

    @Override
    public List<PendingChange> pendingChanges() {
        return List.copyOf(pending.values());
    }

    @Override
    public void save(PendingChange change) {
        pending.put(change.id(), change);
    }

    @Override
    public void retainPendingChanges(Set<String> ids) {
        pending.keySet().retainAll(ids);
    }

    @Override
    public StoredGuardrails candidate() {
        return candidate.get();
    }

    @Override
    public void saveCandidate(StoredGuardrails next) {
        candidate.set(next);
    }

    @Override
    public byte @Nullable [] bundle(String digest) {
        return bundles.get(digest);
    }

    @Override
    public void saveBundle(String digest, byte[] bundle) {
        bundles.put(digest, bundle);
    }

    @Override
    public void retainBundles(Set<String> digests) {
        bundles.keySet().retainAll(digests);
    }
}
