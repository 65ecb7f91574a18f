package io.sallyport.leasebridge.harness;

import io.sallyport.model.Grant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the gateway takes from a harness file. Immutable.
 *
 * @param allowRuntimeFetch whether the fetch endpoint serves this run at all; that is the endpoint's to ask, the grants of
 *     kind {@code fetch} only say what the allowlist names
 * @param maxRuntimeFetches 1..1000
 * @param grants of the allowlist, named as {@code harness:allowed_remote_resources[2]}
 */
public record Harness(String agent, String role, boolean allowRuntimeFetch, int maxRuntimeFetches, List<Grant> grants) {
    static final int DEFAULT_RUNTIME_FETCHES = 10;

    public Harness {
        grants = List.copyOf(grants);
    }

    /** The allowlist's entries as written, in their order. */
    public List<String> entries() {
        List<String> entries = new ArrayList<>();
        for (Grant grant : grants) {
            if (grant instanceof Grant.Net net && net.methods().isEmpty()) {
                entries.add(net.text());
            }
        }
        return List.copyOf(entries);
    }
}
