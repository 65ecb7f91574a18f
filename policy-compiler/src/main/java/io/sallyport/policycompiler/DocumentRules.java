package io.sallyport.policycompiler;

import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkPolicyReader;

/**
 * How the operator has the documents of sandboxes read. Immutable.
 *
 * @param policyEndpoints how many endpoints the network policy and the profiles of one sandbox may have together
 */
public record DocumentRules(LeaseRules leases, HarnessSettings harness, int policyEndpoints) {
    public static final DocumentRules BY_DEFAULT = new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT);

    /** Rules under the usual bound. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness) {
        this(leases, harness, NetworkPolicyReader.MAX_ENDPOINTS);
    }
}
