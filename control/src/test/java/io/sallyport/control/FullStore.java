package io.sallyport.control;

import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.store.PastGuardrails;
import io.sallyport.control.store.PendingRemoval;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.control.store.StoredSkills;
import io.sallyport.control.store.WorkspaceRecord;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store whose disk is full. */
record FullStore(Store before) implements Store {
    @Override
    public List<SandboxRecord> sandboxes() throws StateException {
        return before.sandboxes();
    }

    @Override
    public List<SandboxRecord> pastSandboxes(SandboxId id, int most) throws StateException {
        return before.pastSandboxes(id, most);
    }

    @Override
    public void save(SandboxRecord sandbox) throws StateException {
        throw full();
    }

    @Override
    public List<WorkspaceRecord> workspaces() throws StateException {
        return before.workspaces();
    }

    @Override
    public void save(WorkspaceRecord workspace) throws StateException {
        throw full();
    }

    @Override
    public void delete(WorkspaceId id, long floor) throws StateException {
        throw full();
    }

    @Override
    public List<PendingRemoval> pendingRemovals() throws StateException {
        return before.pendingRemovals();
    }

    @Override
    public void keepPending(PendingRemoval removal) throws StateException {
        throw full();
    }

    @Override
    public void forgetPending(SandboxId id) throws StateException {
        before.forgetPending(id);
    }

    @Override
    public Map<SandboxId, Long> revoked() throws StateException {
        return before.revoked();
    }

    @Override
    public void saveRevoked(SandboxId id, long timeMillis) throws StateException {
        throw full();
    }

    @Override
    public void forgetRevoked(SandboxId id) throws StateException {
        throw full();
    }

    @Override
    public Map<String, BigDecimal> spent(SandboxId id) throws StateException {
        return before.spent(id);
    }

    @Override
    public void saveSpent(SandboxId id, Map<String, BigDecimal> spent) throws StateException {
        throw full();
    }

    @Override
    public FetchAllowance.Counts fetched(SandboxId id) throws StateException {
        return before.fetched(id);
    }

    @Override
    public void saveFetched(SandboxId id, FetchAllowance.Counts counts) throws StateException {
        before.saveFetched(id, counts);
    }

    @Override
    public void forgetFetched(SandboxId id) throws StateException {
        before.forgetFetched(id);
    }

    @Override
    public void retainSpent(Set<SandboxId> ids) throws StateException {
        before.retainSpent(ids);
    }

    @Override
    public StoredSkills skills(SandboxId id) throws StateException {
        return before.skills(id);
    }

    @Override
    public void saveSkills(SandboxId id, StoredSkills skills) throws StateException {
        throw full();
    }

    @Override
    public void retainSkills(Set<SandboxId> ids) throws StateException {
        before.retainSkills(ids);
    }

    @Override
    public void delete(SandboxId id, long floor) throws StateException {
        throw full();
    }

    @Override
    public byte[] placeholderKey() throws StateException {
        return before.placeholderKey();
    }

    @Override
    public long floor() throws StateException {
        return before.floor();
    }

    @Override
    public StoredGuardrails guardrails() throws StateException {
        return before.guardrails();
    }

    @Override
    public void save(StoredGuardrails guardrails) throws StateException {
        throw full();
    }

    @Override
    public List<PastGuardrails> pastGuardrails() throws StateException {
        return before.pastGuardrails();
    }

    @Override
    public void save(PastGuardrails past) throws StateException {
        throw full();
    }

    @Override
    public List<PendingChange> pendingChanges() throws StateException {
        return before.pendingChanges();
    }

    @Override
    public void save(PendingChange change) throws StateException {
        throw full();
    }

    @Override
    public void retainPendingChanges(Set<String> ids) throws StateException {
        throw full();
    }

    @Override
    public StoredGuardrails candidate() throws StateException {
        return before.candidate();
    }

    @Override
    public void saveCandidate(StoredGuardrails candidate) throws StateException {
        throw full();
    }

    @Override
    public void retainPastGuardrails(Set<Long> epochs) throws StateException {
        before.retainPastGuardrails(epochs);
    }

    @Override
    public byte @Nullable [] bundle(String digest) throws StateException {
        return before.bundle(digest);
    }

    @Override
    public void saveBundle(String digest, byte[] bundle) throws StateException {
        throw full();
    }

    @Override
    public void retainBundles(Set<String> digests) throws StateException {
        before.retainBundles(digests);
    }

    private static StateException full() {
        return new StateException(Path.of("full"), "cannot be written");
    }
}
