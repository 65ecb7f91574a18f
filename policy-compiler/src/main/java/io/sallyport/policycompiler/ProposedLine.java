package io.sallyport.policycompiler;

import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.suggest.LeastLine;
import io.sallyport.model.Grant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An additional line for a document, and the grants that its reader makes of it.
 *
 * @param grants as the document's reader returns them
 */
record ProposedLine(Addition addition, List<Grant> grants) {
    /** Returns the line for one side, or null if its documents cannot express it. */
    static @Nullable ProposedLine of(GrantSide side, LeastLine line) {
        return switch (side) {
            case LEASE -> ofLease(line.capability(), line.ofLease());
            case POLICY -> ofPolicy(line.ofPolicy());
            case FETCH -> null;
        };
    }

    private static @Nullable ProposedLine ofLease(String capability, @Nullable String pattern) {
        if (pattern == null) {
            return null;
        }
        String json = "{\"" + capability + "\": [" + pattern + "]}";
        return LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read read
                ? new ProposedLine(
                        new Addition("lease", capability + ": " + pattern),
                        added(read.lease().grants()))
                : null;
    }

    private static @Nullable ProposedLine ofPolicy(@Nullable String endpoint) {
        if (endpoint == null) {
            return null;
        }
        String yaml = "version: 1\nnetwork_policies:\n  added:\n    endpoints:\n      - " + endpoint + "\n";
        return NetworkPolicyReader.read("policy", yaml) instanceof NetworkPolicyReader.Read read
                ? new ProposedLine(new Addition("policy", endpoint), added(read.grants()))
                : null;
    }

    private static List<Grant> added(List<Grant> grants) {
        return grants.stream().map(ProposedLine::added).toList();
    }

    /** Returns the grant with a rule name that no line of the documents has. */
    private static Grant added(Grant grant) {
        return switch (grant) {
            case Grant.Net net -> net.named(net.source().word() + ":added");
            case Grant.Named named ->
                new Grant.Named(
                        named.source(),
                        named.source().word() + ":added",
                        named.capability(),
                        named.targets(),
                        named.text());
        };
    }
}
