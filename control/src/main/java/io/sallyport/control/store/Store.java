package io.sallyport.control.store;

import io.sallyport.control.calls.PendingChange;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what must outlive a change and, on disk, a restart. Whatever a method writes is durable when it returns.
 * Methods block. Calls for one sandbox, and calls for the guardrails, come one after the other; other calls may be
 * concurrent.
 */
public interface Store {
    /** Returns every sandbox, in no particular order. */
    List<SandboxRecord> sandboxes() throws StateException;

    void save(SandboxRecord sandbox) throws StateException;

    /**
     * Returns policies of a sandbox that were in force and are no longer, the newest first, without tokens. Those of a
     * deleted sandbox of that id are among them.
     *
     * @param most how many at most
     */
    List<SandboxRecord> pastSandboxes(SandboxId id, int most) throws StateException;

    /**
     * Deletes a sandbox.
     *
     * @param floor sandboxes created from now on start above this generation; never falls
     */
    void delete(SandboxId id, long floor) throws StateException;

    /** Returns every workspace, in no particular order. */
    List<WorkspaceRecord> workspaces() throws StateException;

    void save(WorkspaceRecord workspace) throws StateException;

    /**
     * Deletes a workspace and what it spent.
     *
     * @param floor workspaces and sandboxes created from now on start above this generation; never falls
     */
    void delete(WorkspaceId id, long floor) throws StateException;

    /** Returns removals that were passed to {@link #keepPending} and not yet to {@link #forgetPending}. */
    List<PendingRemoval> pendingRemovals() throws StateException;

    /** Records in preallocated space that a sandbox is gone although {@link #delete} failed. */
    void keepPending(PendingRemoval removal) throws StateException;

    void forgetPending(SandboxId id) throws StateException;

    /** Returns ids of revoked leases with the time of revocation, in milliseconds since the epoch. */
    Map<SandboxId, Long> revoked() throws StateException;

    void saveRevoked(SandboxId id, long timeMillis) throws StateException;

    void forgetRevoked(SandboxId id) throws StateException;

    /** Returns a sandbox's spending by currency; empty if none is stored. Deleted with the sandbox. */
    Map<String, BigDecimal> spent(SandboxId id) throws StateException;

    void saveSpent(SandboxId id, Map<String, BigDecimal> spent) throws StateException;

    /** Returns a sandbox's fetch counts; zeros if none are stored. Deleted with the sandbox. */
    FetchAllowance.Counts fetched(SandboxId id) throws StateException;

    void saveFetched(SandboxId id, FetchAllowance.Counts counts) throws StateException;

    void forgetFetched(SandboxId id) throws StateException;

    /** Deletes the spending and the fetch counts of all sandboxes except {@code ids}. */
    void retainSpent(Set<SandboxId> ids) throws StateException;

    /** Returns the settings of a sandbox's skills. Deleted with the sandbox. */
    StoredSkills skills(SandboxId id) throws StateException;

    void saveSkills(SandboxId id, StoredSkills skills) throws StateException;

    /** Deletes the skills of all sandboxes except {@code ids}. */
    void retainSkills(Set<SandboxId> ids) throws StateException;

    /** Returns the key that placeholders of credentials are derived from, 32 bytes; created the first time. */
    byte[] placeholderKey() throws StateException;

    /** Returns the highest generation of any deleted sandbox or workspace. */
    long floor() throws StateException;

    StoredGuardrails guardrails() throws StateException;

    void save(StoredGuardrails guardrails) throws StateException;

    /** Returns the sets of guardrails that came into force, in no particular order. */
    List<PastGuardrails> pastGuardrails() throws StateException;

    void save(PastGuardrails past) throws StateException;

    /** Deletes every past set except those of {@code epochs}. */
    void retainPastGuardrails(Set<Long> epochs) throws StateException;

    /** Returns the changes of the guardrails that wait for approval, in no particular order. */
    List<PendingChange> pendingChanges() throws StateException;

    void save(PendingChange change) throws StateException;

    /** Deletes every pending change except those with {@code ids}. */
    void retainPendingChanges(Set<String> ids) throws StateException;

    /** Returns the candidate for the guardrails, with epoch 0. */
    StoredGuardrails candidate() throws StateException;

    void saveCandidate(StoredGuardrails candidate) throws StateException;

    /** Returns what was compiled under {@code digest}, or null. */
    byte @Nullable [] bundle(String digest) throws StateException;

    void saveBundle(String digest, byte[] bundle) throws StateException;

    /** Deletes every bundle except {@code digests}. */
    void retainBundles(Set<String> digests) throws StateException;
}
