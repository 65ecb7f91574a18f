package io.sallyport.control.store;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what must outlive a change, and on disk a restart. What a method has written is durable when it returns. Methods
 * block; calls for one sandbox, and calls for the guardrails, come one after the other, others may come at once.
 */
public interface Store {
    /** Every sandbox, in no order. */
    List<SandboxRecord> sandboxes() throws StateException;

    void save(SandboxRecord sandbox) throws StateException;

    /**
     * Forgets a sandbox.
     *
     * @param floor the generation that whatever is created from now on begins above; never falls
     */
    void delete(SandboxId id, long floor) throws StateException;

    /** Removals that {@link #keepPending} took and {@link #forgetPending} did not end. */
    List<PendingRemoval> pendingRemovals() throws StateException;

    /** Keeps, in space that was taken beforehand, that a sandbox is gone which {@link #delete} could not forget. */
    void keepPending(PendingRemoval removal) throws StateException;

    void forgetPending(SandboxId id) throws StateException;

    /** Ids of leases that were revoked, each with when (milliseconds since the epoch). */
    Map<SandboxId, Long> revoked() throws StateException;

    void saveRevoked(SandboxId id, long timeMillis) throws StateException;

    void forgetRevoked(SandboxId id) throws StateException;

    /** What a sandbox has spent, by currency; empty where nothing is kept. It goes when the sandbox is deleted. */
    Map<String, BigDecimal> spent(SandboxId id) throws StateException;

    void saveSpent(SandboxId id, Map<String, BigDecimal> spent) throws StateException;

    /** How often a sandbox has fetched; nothing where nothing is kept. It goes when the sandbox is deleted. */
    FetchAllowance.Counts fetched(SandboxId id) throws StateException;

    void saveFetched(SandboxId id, FetchAllowance.Counts counts) throws StateException;

    void forgetFetched(SandboxId id) throws StateException;

    /** Forgets what was spent and fetched by others than {@code ids}. */
    void retainSpent(Set<SandboxId> ids) throws StateException;

    /** What was said of a sandbox's skills. It goes when the sandbox is deleted. */
    StoredSkills skills(SandboxId id) throws StateException;

    void saveSkills(SandboxId id, StoredSkills skills) throws StateException;

    /** Forgets the skills of others than {@code ids}. */
    void retainSkills(Set<SandboxId> ids) throws StateException;

    /** The highest generation that any deleted sandbox had. */
    long floor() throws StateException;

    StoredGuardrails guardrails() throws StateException;

    void save(StoredGuardrails guardrails) throws StateException;

    /** What was compiled under {@code digest}, or null. */
    byte @Nullable [] bundle(String digest) throws StateException;

    void saveBundle(String digest, byte[] bundle) throws StateException;

    /** Forgets every bundle but those of {@code digests}. */
    void retainBundles(Set<String> digests) throws StateException;
}
