package io.sallyport.leasebridge.network;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Endpoints of which each decides only where no other one does. Immutable. */
record SettledEndpoints(List<PolicyEndpoint> endpoints) {
    /** Returns what they grant and deny. */
    NetworkPolicyReader.Read read(Map<String, Provenance> provenance, List<Diagnostic> diagnostics) {
        return new NetworkPolicyReader.Read(grants(), denials(), credentials(), provenance, routes(), diagnostics);
    }

    /** Returns the grants of the endpoints that have each credential; what is only reported gets none. */
    private SortedMap<String, List<Grant>> credentials() {
        SortedMap<String, List<Grant>> byName = new TreeMap<>();
        for (PolicyEndpoint endpoint : endpoints) {
            for (String name : endpoint.credentials()) {
                byName.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(endpoint.grants());
            }
        }
        return byName;
    }

    /** Returns the grants. What is only reported stands last: the first grant that covers a request decides. */
    private List<Grant> grants() {
        return Stream.concat(
                        endpoints.stream().flatMap(endpoint -> endpoint.grants().stream()),
                        endpoints.stream().flatMap(endpoint -> endpoint.reported().stream()))
                .toList();
    }

    private List<EndpointRoute> routes() {
        return endpoints.stream()
                .filter(endpoint ->
                        endpoint.protocol().inspects() && !endpoint.ports().isEmpty())
                .map(PolicyEndpoint::route)
                .toList();
    }

    /** Returns the denials, those that refuse before those that are reported. */
    private List<Denial> denials() {
        Stream<Denial> enforced = endpoints.stream().flatMap(endpoint -> endpoint.enforcedDenials().stream());
        Stream<Denial> others = endpoints.stream()
                .sorted(Comparator.comparing(
                        endpoint -> endpoint.rules().settings().audited()))
                .flatMap(endpoint -> endpoint.denials().stream());
        return Stream.concat(enforced, others).toList();
    }
}
