package io.sallyport.decision;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The hosts for which a sandbox is granted anything, whatever the port and the path. Each of its parts must name a
 * host; a lease and the policy documents are one each. Says which names may be looked up, and is no verdict on a
 * request. Immutable; a look-up costs as much as the host has labels, and what patterns with stars inside there are.
 */
public final class GrantedHosts {
    public static final GrantedHosts NONE = new GrantedHosts(List.of(), Set.of());

    private final List<Part> parts;
    private final Set<Integer> ports;

    private GrantedHosts(List<Part> parts, Set<Integer> ports) {
        this.parts = parts;
        this.ports = Set.copyOf(ports);
    }

    /**
     * Returns the hosts that each of {@code parts} names; none if there are no parts.
     *
     * @param ports that some grant names
     */
    public static GrantedHosts of(Collection<? extends Collection<HostPattern>> parts, Set<Integer> ports) {
        return new GrantedHosts(parts.stream().map(Part::of).toList(), ports);
    }

    /** Returns the ports that some grant names; one that names none is for every port, and adds nothing. */
    Set<Integer> ports() {
        return ports;
    }

    /** Returns whether a grant may cover {@code host}. */
    public boolean name(CanonicalHost host) {
        return !parts.isEmpty() && parts.stream().allMatch(part -> part.names(host));
    }

    /**
     * Patterns by their form.
     *
     * @param under domains with all names below them
     * @param oneUnder domains with the names one label below them
     */
    private record Part(
            boolean any, Set<String> exact, Set<String> under, Set<String> oneUnder, List<HostPattern.Labels> others) {
        static Part of(Collection<HostPattern> patterns) {
            Set<String> exact = new HashSet<>();
            Set<String> under = new HashSet<>();
            Set<String> oneUnder = new HashSet<>();
            Set<HostPattern.Labels> others = new HashSet<>();
            for (HostPattern pattern : patterns) {
                switch (pattern) {
                    case HostPattern.Any _ -> {}
                    case HostPattern.Exact(String host) -> exact.add(host);
                    case HostPattern.Under(String suffix) -> under.add(suffix);
                    case HostPattern.OneUnder(String suffix) -> oneUnder.add(suffix);
                    case HostPattern.Labels labels -> others.add(labels);
                }
            }
            boolean any = patterns.stream().anyMatch(HostPattern.Any.class::isInstance);
            return new Part(any, Set.copyOf(exact), Set.copyOf(under), Set.copyOf(oneUnder), List.copyOf(others));
        }

        boolean names(CanonicalHost host) {
            if (any || exact.contains(host.text())) {
                return true;
            }
            List<String> suffixes = host.suffixes();
            for (int i = 1; i < suffixes.size(); i++) {
                if (under.contains(suffixes.get(i)) || (i == 1 && oneUnder.contains(suffixes.get(i)))) {
                    return true;
                }
            }
            return !host.isAddress() && others.stream().anyMatch(pattern -> pattern.covers(host.text()));
        }
    }
}
