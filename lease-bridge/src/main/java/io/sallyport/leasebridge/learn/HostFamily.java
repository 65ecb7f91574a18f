package io.sallyport.leasebridge.learn;

import io.sallyport.leasebridge.PublicSuffixes;
import io.sallyport.leasebridge.suggest.PathFolding;
import io.sallyport.model.host.CanonicalHost;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Several learned hosts below one registered name, for which a person may want one wildcard. Immutable.
 *
 * @param domain one label below a public suffix
 */
record HostFamily(String domain, int hosts) {
    /** Returns those with at least {@link PathFolding#ENOUGH} hosts below the name itself, by name. */
    static Stream<HostFamily> of(Collection<CanonicalHost> hosts) {
        Map<String, SortedSet<String>> byDomain = new TreeMap<>();
        for (CanonicalHost host : hosts) {
            String domain = PublicSuffixes.registrable(host);
            if (domain != null && !domain.equals(host.text())) {
                byDomain.computeIfAbsent(domain, _ -> new TreeSet<>()).add(host.text());
            }
        }
        return byDomain.keySet().stream()
                .map(domain -> new HostFamily(
                        domain, Objects.requireNonNull(byDomain.get(domain)).size()))
                .filter(family -> family.hosts >= PathFolding.ENOUGH);
    }

    @Override
    public String toString() {
        return hosts + " hosts are below " + domain + ": **." + domain
                + " would admit every name there (public suffixes as of " + PublicSuffixes.date() + ")";
    }
}
