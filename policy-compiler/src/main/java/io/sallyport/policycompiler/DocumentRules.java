package io.sallyport.policycompiler;

import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.model.DialRules;
import io.sallyport.policycompiler.author.ConfiguredNames;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;

/**
 * The operator's rules for reading the documents of sandboxes. Immutable.
 *
 * @param policyEndpoints how many endpoints the network policy and the profiles of one sandbox may have together
 * @param rates names that obligations may use
 * @param credentials names that grants may use: those of the configured providers
 * @param dials decides what is never dialled; a warning is issued for grants that are never dialled
 */
public record DocumentRules(
        LeaseRules leases,
        HarnessSettings harness,
        int policyEndpoints,
        ConfiguredNames rates,
        ConfiguredNames credentials,
        DialRules dials) {
    public static final DocumentRules BY_DEFAULT = new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT);

    /** The names of the rates, in order, as Rego reads them. */
    RegoArray rateNames() {
        return RegoArray.of(
                rates.names().stream().sorted().<RegoValue>map(RegoString::of).toList());
    }

    /** Returns a copy in which these rates may be named. */
    public DocumentRules withRates(Set<String> names) {
        return new DocumentRules(leases, harness, policyEndpoints, ConfiguredNames.of(names), credentials, dials);
    }

    /** Returns a copy in which these credentials may be named. */
    public DocumentRules withCredentials(Set<String> names) {
        return new DocumentRules(leases, harness, policyEndpoints, rates, ConfiguredNames.of(names), dials);
    }

    /** Creates rules with the default limit of endpoints. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness) {
        this(leases, harness, NetworkPolicyReader.MAX_ENDPOINTS);
    }

    /** Creates rules without warnings about targets that are never dialled. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness, int policyEndpoints) {
        this(leases, harness, policyEndpoints, ConfiguredNames.UNKNOWN, ConfiguredNames.UNKNOWN, DialRules.NONE);
    }

    /** Returns a copy that warns of what {@code others} refuse. */
    public DocumentRules asking(DialRules others) {
        return new DocumentRules(leases, harness, policyEndpoints, rates, credentials, others);
    }

    /** Returns a copy with other settings for harness files. */
    public DocumentRules with(HarnessSettings others) {
        return new DocumentRules(leases, others, policyEndpoints, rates, credentials, dials);
    }
}
