package io.sallyport.control;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.HostCurrency;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.leasebridge.limit.HostCeiling;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.SandboxPolicy;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A runner's documents for one sandbox, read and compiled once. Afterwards only {@code explain} and {@code suggest}
 * read the documents again, for line numbers. Immutable, except that the term of its policy can end.
 *
 * @param documents the documents as submitted
 * @param effective {@code documents} with the limits that the lease inherits; {@code policy} is compiled from these
 * @param policy the compiled policy, not yet combined with guardrails
 */
public record SandboxSpec(SandboxDocuments documents, SandboxDocuments effective, SandboxPolicy policy) {
    /** Returns the sandbox's own lease without inherited limits, or null if it has none. */
    @Nullable
    Lease lease() {
        Lease compiled = policy.lease();
        boolean inherits = documents.lease() != null && !documents.lease().equals(effective.lease());
        return compiled == null || !inherits ? compiled : compiled.without(EffectiveLease.INHERITED);
    }

    /** Returns currency to amount, uses and ceilings of hosts among them; empty if nothing is limited. */
    Map<String, BigDecimal> budget() {
        return budget(policy.lease());
    }

    static Map<String, BigDecimal> budget(@Nullable Lease lease) {
        Map<String, BigDecimal> budget = lease == null ? null : lease.budget();
        var all = new LinkedHashMap<String, BigDecimal>(budget == null ? Map.of() : budget);
        if (lease != null) {
            put(all, Account.USES, lease.maxUses());
            for (HostCeiling ceiling : lease.hosts()) {
                put(all, HostCurrency.name(Account.REQUESTS, ceiling.name()), ceiling.maxRequests());
                put(all, HostCurrency.name(Account.BYTES, ceiling.name()), ceiling.maxBytes());
            }
        }
        return Collections.unmodifiableMap(all);
    }

    private static void put(Map<String, BigDecimal> budget, String currency, @Nullable Number most) {
        if (most != null) {
            budget.put(currency, BigDecimal.valueOf(most.longValue()));
        }
    }

    /** Returns the harness's rules for the fetch endpoint. */
    public RuntimeFetch runtimeFetch() {
        return policy.runtimeFetch();
    }

    /** Returns the harness's API servers as written there; empty if it has none. */
    public List<Sourced> apiServers() {
        return policy.apiServers();
    }
}
