package io.sallyport.policycompiler;

import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.model.DialRules;

/**
 * The operator's rules for reading the documents of sandboxes. Immutable.
 *
 * @param policyEndpoints how many endpoints the network policy and the profiles of one sandbox may have together
 * @param dials decides what is never dialled; a warning is issued for grants that are never dialled
 */
public record DocumentRules(LeaseRules leases, HarnessSettings harness, int policyEndpoints, DialRules dials) {
    public static final DocumentRules BY_DEFAULT = new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT);

    /** Creates rules with the default limit of endpoints. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness) {
        this(leases, harness, NetworkPolicyReader.MAX_ENDPOINTS);
    }

    /** Creates rules without warnings about targets that are never dialled. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness, int policyEndpoints) {
        this(leases, harness, policyEndpoints, DialRules.NONE);
    }

    /** Returns a copy that warns of what {@code others} refuse. */
    public DocumentRules asking(DialRules others) {
        return new DocumentRules(leases, harness, policyEndpoints, others);
    }

    /** Returns a copy with other settings for harness files. */
    public DocumentRules with(HarnessSettings others) {
        return new DocumentRules(leases, others, policyEndpoints, dials);
    }
}
