package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * If one endpoint inspects the requests to a host and port, another endpoint of the same host without inspection grants
 * nothing there (specs: network policy, section 8); otherwise whatever the first denies would pass. Confined to one
 * reading.
 */
final class InspectionRules {
    private final Map<Target, PolicyEndpoint> inspected = new HashMap<>();

    private InspectionRules() {}

    private record Target(HostPattern host, int port, boolean skip, List<String> addresses) {
        static Target of(PolicyEndpoint endpoint, int port) {
            return new Target(endpoint.host(), port, endpoint.skip(), endpoint.addresses());
        }
    }

    /** Returns the endpoints, each reduced to the ports on which it grants. */
    static List<PolicyEndpoint> apart(List<PolicyEndpoint> endpoints) {
        var inspection = new InspectionRules();
        for (PolicyEndpoint endpoint : endpoints) {
            if (endpoint.protocol().inspects()) {
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
                endpoint.warnInspected(looking, endpoint.shown() + ":" + port);
            }
        }
        return endpoint.on(left);
    }
}
