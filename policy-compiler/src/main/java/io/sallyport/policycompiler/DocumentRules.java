package io.sallyport.policycompiler;

import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.DialRules;
import io.sallyport.model.Mode;
import io.sallyport.policycompiler.author.ConfiguredNames;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;

/**
 * The operator's rules for reading the documents of sandboxes. Immutable.
 *
 * @param network how network policies are read
 * @param rates names that obligations may use
 * @param credentials names that grants may use: those of the configured providers
 * @param dials decides what is never dialled; a warning is issued for grants that are never dialled
 * @param ungranted what happens to a request that no policy document grants: it is refused, or passes and is recorded
 */
public record DocumentRules(
        LeaseRules leases,
        HarnessSettings harness,
        NetworkRules network,
        ConfiguredNames rates,
        ConfiguredNames credentials,
        DialRules dials,
        Mode ungranted) {
    public static final DocumentRules BY_DEFAULT = new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT);

    /** The names of the rates, in order, as Rego reads them. */
    RegoArray rateNames() {
        return RegoArray.of(
                rates.names().stream().sorted().<RegoValue>map(RegoString::of).toList());
    }

    /** Returns a copy in which these rates may be named. */
    public DocumentRules withRates(Set<String> names) {
        return new DocumentRules(leases, harness, network, ConfiguredNames.of(names), credentials, dials, ungranted);
    }

    /** Returns a copy in which these credentials may be named. */
    public DocumentRules withCredentials(Set<String> names) {
        return new DocumentRules(leases, harness, network, rates, ConfiguredNames.of(names), dials, ungranted);
    }

    /** Creates rules with the default reading of network policies. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness) {
        this(leases, harness, NetworkRules.BY_DEFAULT);
    }

    /** Creates rules without warnings about targets that are never dialled. */
    public DocumentRules(LeaseRules leases, HarnessSettings harness, NetworkRules network) {
        this(leases, harness, network, ConfiguredNames.UNKNOWN, ConfiguredNames.UNKNOWN, DialRules.NONE, Mode.ENFORCE);
    }

    /** Returns a copy that warns of what {@code others} refuse. */
    public DocumentRules asking(DialRules others) {
        return new DocumentRules(leases, harness, network, rates, credentials, others, ungranted);
    }

    /** Returns a copy with other rules for network policies. */
    public DocumentRules with(NetworkRules others) {
        return new DocumentRules(leases, harness, others, rates, credentials, dials, ungranted);
    }

    /** Returns a copy with another mode for what no policy document grants. */
    public DocumentRules withUngranted(Mode mode) {
        return new DocumentRules(leases, harness, network, rates, credentials, dials, mode);
    }

    /** Returns a copy with other settings for harness files. */
    public DocumentRules with(HarnessSettings others) {
        return new DocumentRules(leases, others, network, rates, credentials, dials, ungranted);
    }
}
