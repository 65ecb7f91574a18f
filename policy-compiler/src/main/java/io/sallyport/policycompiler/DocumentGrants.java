package io.sallyport.policycompiler;

import io.sallyport.decision.AllowedPatterns;
import io.sallyport.decision.GrantedHosts;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.leasebridge.network.Denial;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.Provenance;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicyReading;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.HostPattern;
import io.sallyport.policycompiler.reach.Reach;
import io.sallyport.regoengine.value.RegoObject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The grants of one sandbox's documents, without an index yet. Immutable.
 *
 * @param digest lower-case hex SHA-256 of the documents
 * @param sides the sides that have a document
 * @param lease whose end ends every grant, or null
 * @param provenance where a grant was written, by the name of its rule; unknown for leases
 * @param runtimeFetch the harness's settings for the fetch endpoint
 * @param apiServers those of the harness, as written
 * @param dialect in which the network policy was read
 * @param keepsSlashes whether one of its endpoints is for paths with an encoded slash
 * @param ceiling whether they are a workspace's: kinds and credentials that no document speaks of are not bounded
 */
record DocumentGrants(
        String digest,
        List<Grant.Net> grants,
        List<Grant.Named> named,
        List<Denial> denials,
        SortedMap<String, List<Grant.Net>> credentials,
        Set<GrantSide> sides,
        @Nullable Lease lease,
        Map<String, Provenance> provenance,
        RuntimeFetch runtimeFetch,
        List<Sourced> apiServers,
        PolicyDialect dialect,
        boolean keepsSlashes,
        boolean ceiling) {
    DocumentGrants {
        apiServers = List.copyOf(apiServers);
        provenance = Map.copyOf(provenance);
        grants = List.copyOf(grants);
        named = List.copyOf(named);
        denials = List.copyOf(denials);
        sides = Set.copyOf(sides);
    }

    /**
     * Returns the same as the documents of a workspace. A harness that allows no fetch at run time grants none,
     * whatever its allowlist says.
     */
    DocumentGrants asCeiling() {
        boolean fetches = runtimeFetch.isAllowed();
        return new DocumentGrants(
                Sha256.hexOfAll("ceiling", digest),
                grants.stream()
                        .filter(grant -> fetches || !grant.kinds().equals(Set.of(RequestKind.FETCH)))
                        .toList(),
                named,
                denials,
                credentials,
                sides,
                lease,
                provenance,
                runtimeFetch,
                apiServers,
                dialect,
                keepsSlashes,
                true);
    }

    private List<RequestKind> unbounded() {
        return ceiling
                ? Arrays.stream(RequestKind.values())
                        .filter(kind -> sides.stream().noneMatch(side -> side.isAskedOf(kind)))
                        .toList()
                : List.of();
    }

    /** Builds the index by host and path. This is the expensive part; equal documents yield equal results. */
    SandboxGrants layOut() {
        List<AllowedPatterns.Pattern> patterns = grants.stream()
                .filter(grant -> !grant.kinds().equals(Set.of(RequestKind.FETCH)))
                .map(grant -> new AllowedPatterns.Pattern(key(grant.host()), grant.text()))
                .distinct()
                .toList();
        return new SandboxGrants(
                digest,
                index(),
                credentials.keySet(),
                lease,
                patterns.stream().map(AllowedPatterns.Pattern::text).distinct().toList(),
                allowed(patterns),
                reading(),
                runtimeFetch,
                apiServers);
    }

    private AllowedPatterns allowed(List<AllowedPatterns.Pattern> patterns) {
        var allowed = AllowedPatterns.of(patterns, byCapability(), byRule(), sides.contains(GrantSide.LEASE), hosts());
        return ceiling && credentials.isEmpty() ? allowed.leavingCredentials() : allowed;
    }

    /** Requests are read in the dialect only where nothing but network policies judges them. */
    private PolicyReading reading() {
        if (!sides.contains(GrantSide.POLICY)) {
            return PolicyReading.STRICT;
        }
        boolean alone = sides.equals(Set.of(GrantSide.POLICY));
        PolicyDialect ofRequests = keepsSlashes ? dialect : dialect.without(PolicySwitch.ENCODED_SLASH);
        return new PolicyReading(dialect, alone ? ofRequests : PolicyDialect.STRICT);
    }

    /** Returns those of each side that is asked about requests through the proxy. */
    private GrantedHosts hosts() {
        if (unbounded().contains(RequestKind.CONNECT)) {
            return GrantedHosts.of(List.of(List.of(new HostPattern.Any())), Set.of());
        }
        Set<Integer> ports = grants.stream()
                .filter(grant -> !grant.schemes().equals(Set.of(Scheme.API)))
                .flatMap(grant -> grant.ports().stream())
                .collect(Collectors.toSet());
        return GrantedHosts.of(
                sides.stream()
                        .filter(side -> side.isAskedOf(RequestKind.CONNECT))
                        .map(side -> grants.stream()
                                .filter(grant -> !side.kindsOf(grant).isEmpty())
                                .map(Grant.Net::host)
                                .toList())
                        .toList(),
                ports);
    }

    /** The first wins if one line became several grants, which share the rule. */
    private Map<String, String> byRule() {
        Map<String, String> patterns = new HashMap<>();
        grants.forEach(grant -> patterns.putIfAbsent(grant.rule(), grant.text()));
        named.forEach(grant -> patterns.putIfAbsent(grant.rule(), grant.text()));
        return patterns;
    }

    private Map<String, List<String>> byCapability() {
        return named.stream()
                .collect(Collectors.groupingBy(
                        Grant.Named::capability, Collectors.mapping(Grant.Named::text, Collectors.toList())));
    }

    /**
     * Returns the grants that count on {@code side}: first those for requests, then those for actions, as its index
     * numbers them.
     */
    List<Grant> ofSide(GrantSide side) {
        return Stream.<Grant>concat(
                        grants.stream().filter(grant -> !side.kindsOf(grant).isEmpty()),
                        named.stream().filter(side::counts))
                .toList();
    }

    /** Returns the index of what is refused whatever is granted, or null if nothing is. */
    @Nullable
    RegoObject denied() {
        return GrantIndex.ofDenials(denials);
    }

    /** Computes which requests through the proxy the documents let through. */
    Reach reach() {
        return Reach.of(
                sides.stream()
                        .filter(side -> side.isAskedOf(RequestKind.HTTP))
                        .sorted()
                        .map(side -> grants.stream()
                                .filter(grant -> !side.kindsOf(grant).isEmpty())
                                .toList())
                        .toList(),
                denials.stream()
                        .map(Denial::covered)
                        .filter(denied -> denied.mode() == Mode.ENFORCE)
                        .toList(),
                provenance);
    }

    private RegoObject index() {
        SortedMap<GrantSide, RegoObject> indexes = new TreeMap<>();
        sides.forEach(side -> indexes.put(side, GrantIndex.of(side, grants, named)));
        SortedMap<String, RegoObject> attached = new TreeMap<>();
        credentials.forEach((name, requests) -> attached.put(name, GrantIndex.ofCredential(requests)));
        return SideIndexes.of(indexes, denied(), attached, unbounded());
    }

    private static String key(HostPattern host) {
        return switch (host) {
            case HostPattern.Any _ -> "";
            case HostPattern.Exact(String name) -> name;
            case HostPattern.Under(String suffix) -> suffix;
            case HostPattern.OneUnder(String suffix) -> suffix;
            case HostPattern.Labels labels -> labels.labels().getLast();
        };
    }
}
