package io.sallyport.policycompiler;

import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.model.DialRules;

/**
 * How the operator has the documents of sandboxes read. Immutable.
 *
 * @param policyEndpoints how many endpoints the network policy and the profiles of one sandbox may have together
 * @param dials who is asked what is never dialled; grants of nothing else are warned of
 */
public record DocumentRules(LeaseRules leases, HarnessSettings harness, int policyEndpoints, DialRules dials) {
    public static final DocumentRules BY_DEFAULT = new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT);

    /** Rules under the usual bound. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness) {
        this(leases, harness, NetworkPolicyReader.MAX_ENDPOINTS);
    }

    /** Rules that warn of nothing that is never dialled. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness, int policyEndpoints) {
        this(leases, harness, policyEndpoints, DialRules.NONE);
    }

    /** The same, warning of what those refuse. */
    public DocumentRules asking(DialRules others) {
        return new DocumentRules(leases, harness, policyEndpoints, others);
    }

    /** The same with harness files read otherwise. */
    public DocumentRules with(HarnessSettings others) {
        return new DocumentRules(leases, others, policyEndpoints, dials);
    }
}
