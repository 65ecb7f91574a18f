package io.sallyport.control;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.SandboxPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a runner wants of one sandbox, read and compiled once: nothing after this reads its documents again but {@code
 * explain} and {@code suggest}, which want the places of lines. Immutable but for the term of its policy, which ends.
 *
 * @param documents as they were given
 * @param effective the same with the limits that the lease inherits: what {@code policy} was compiled of
 * @param policy what they became, before guardrails stand beside it
 */
public record SandboxSpec(SandboxDocuments documents, SandboxDocuments effective, SandboxPolicy policy) {
    /** Its own lease, without what that inherits, or null where there is none. */
    @Nullable
    Lease lease() {
        Lease compiled = policy.lease();
        boolean inherits = documents.lease() != null && !documents.lease().equals(effective.lease());
        return compiled == null || !inherits ? compiled : compiled.without(EffectiveLease.INHERITED);
    }

    /** Currency to amount; empty where there is no budget. */
    Map<String, BigDecimal> budget() {
        return budget(policy.lease());
    }

    static Map<String, BigDecimal> budget(@Nullable Lease lease) {
        Map<String, BigDecimal> budget = lease == null ? null : lease.budget();
        return budget == null ? Map.of() : budget;
    }

    /** What its harness says of the fetch endpoint. */
    public RuntimeFetch runtimeFetch() {
        return policy.runtimeFetch();
    }

    /** The API servers of its harness, as they are written there; empty where it has none. */
    public List<Sourced> apiServers() {
        return policy.apiServers();
    }
}
