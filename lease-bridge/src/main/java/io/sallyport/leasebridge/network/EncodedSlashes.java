package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.HostOverlap;
import io.sallyport.model.condition.RequestArea;
import java.util.ArrayList;
import java.util.List;

/**
 * Which endpoints grant paths with an encoded slash (specs: network policy, section 6): those that say so, and only
 * where they are the route of the request. One endpoint that says so never loosens another.
 */
final class EncodedSlashes {
    private EncodedSlashes() {}

    /** Returns endpoints that grant such paths only where they may, if any of them may at all. */
    static List<PolicyEndpoint> apart(List<PolicyEndpoint> endpoints) {
        List<PolicyEndpoint> others = endpoints.stream()
                .filter(endpoint -> !keeps(endpoint) && !endpoint.ports().isEmpty())
                .toList();
        return isKept(endpoints)
                ? endpoints.stream()
                        .map(endpoint -> endpoint.refusing(refused(endpoint, others)))
                        .toList()
                : endpoints;
    }

    /** Returns whether paths with an encoded slash are read at all. */
    static boolean isKept(List<PolicyEndpoint> endpoints) {
        return endpoints.stream().anyMatch(EncodedSlashes::keeps);
    }

    private static boolean keeps(PolicyEndpoint endpoint) {
        return endpoint.rules().settings().keepsSlashes() && !endpoint.ports().isEmpty();
    }

    private static List<RequestArea> refused(PolicyEndpoint endpoint, List<PolicyEndpoint> others) {
        if (endpoint.ports().isEmpty()) {
            return List.of();
        }
        if (!keeps(endpoint)) {
            return List.of(endpoint.slashed());
        }
        List<RequestArea> areas = new ArrayList<>();
        for (PolicyEndpoint other : others) {
            boolean routes = other.protocol().inspects()
                    && other.route().specificity() > endpoint.route().specificity()
                    && HostOverlap.of(other.host(), endpoint.host());
            if (routes && areas.size() == EndpointConflicts.MAX_AREAS) {
                String message = "more than " + areas.size() + " other endpoints decide for a part of this one";
                endpoint.document().error(endpoint.place(), DiagnosticCode.TOO_LARGE, message, null);
                return areas;
            }
            if (routes) {
                areas.add(other.slashed());
            }
        }
        return areas;
    }
}
