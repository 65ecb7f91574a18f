package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where one endpoint looks into the requests of a host and port, another of the same host that does not look grants nothing
 * there (specs: network policy, section 8): else whatever the first refuses would pass. Confined to one reading.
 */
final class InspectionRules {
    private final Map<Target, PolicyEndpoint> inspected = new HashMap<>();

    private InspectionRules() {}

    private record Target(HostPattern host, int port, boolean skip, List<String> addresses) {
        static Target of(PolicyEndpoint endpoint, int port) {
            return new Target(endpoint.host(), port, endpoint.skip(), endpoint.addresses());
        }
    }

    /** The endpoints, each on the ports on which it counts. */
    static List<PolicyEndpoint> apart(List<PolicyEndpoint> endpoints) {
        var inspection = new InspectionRules();
        for (PolicyEndpoint endpoint : endpoints) {
            if (endpoint.protocol() == Protocol.REST) {
                endpoint.ports().forEach(port -> inspection.inspected.putIfAbsent(Target.of(endpoint, port), endpoint));
            }
        }
        return endpoints.stream().map(inspection::less).toList();
    }

    private PolicyEndpoint less(PolicyEndpoint endpoint) {
        if (endpoint.protocol() != Protocol.L4) {
            return endpoint;
        }
        List<Integer> left = new ArrayList<>();
        for (int port : endpoint.ports()) {
            PolicyEndpoint looking = inspected.get(Target.of(endpoint, port));
            if (looking == null) {
                left.add(port);
            } else {
                String message = looking.rule() + " looks into each request to " + endpoint.shown() + ":" + port;
                endpoint.document()
                        .warning(
                                endpoint.place(),
                                DiagnosticCode.INSPECTED,
                                message + ": this endpoint grants nothing there",
                                null);
            }
        }
        return endpoint.on(left);
    }
}
