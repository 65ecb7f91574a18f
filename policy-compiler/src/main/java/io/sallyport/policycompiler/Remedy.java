package io.sallyport.policycompiler;

import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.suggest.LeastGrant;
import io.sallyport.model.Grant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line more of a document, and what it grants once its reader has read it.
 *
 * @param grants as their reader yields them
 */
record Remedy(Addition addition, List<Grant.Net> grants) {
    /** The line on one side, or null where its documents have no word for it. */
    static @Nullable Remedy of(Side side, LeastGrant line) {
        return switch (side) {
            case LEASE -> ofLease(line.ofLease());
            case POLICY -> ofPolicy(line.ofPolicy());
            case FETCH -> null;
        };
    }

    private static @Nullable Remedy ofLease(@Nullable String pattern) {
        if (pattern == null) {
            return null;
        }
        String json = "{\"net.fetch\": [" + pattern + "]}";
        return LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read read
                ? new Remedy(
                        new Addition("lease", "net.fetch: " + pattern),
                        nets(read.lease().grants()))
                : null;
    }

    private static @Nullable Remedy ofPolicy(String endpoint) {
        String yaml = "version: 1\nnetwork_policies:\n  added:\n    endpoints:\n      - " + endpoint + "\n";
        return NetworkPolicyReader.read("policy", yaml) instanceof NetworkPolicyReader.Read read
                ? new Remedy(new Addition("policy", endpoint), nets(read.grants()))
                : null;
    }

    private static List<Grant.Net> nets(List<Grant> grants) {
        return grants.stream()
                .filter(Grant.Net.class::isInstance)
                .map(Grant.Net.class::cast)
                .map(Remedy::added)
                .toList();
    }

    /** Under a name that no line of the documents has. */
    private static Grant.Net added(Grant.Net grant) {
        return new Grant.Net(
                grant.source(),
                grant.source().word() + ":added",
                grant.kinds(),
                grant.schemes(),
                grant.host(),
                grant.ports(),
                grant.methods(),
                grant.path(),
                grant.query(),
                grant.mode(),
                grant.text(),
                grant.addresses());
    }
}
