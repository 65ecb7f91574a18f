package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.model.Grant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A harness with what it inherits and the part of its platform. Immutable.
 *
 * @param allowRuntimeFetch whether the fetch endpoint serves this run at all; that is the endpoint's to ask, the grants of
 *     kind {@code fetch} only say what the allowlist names
 * @param maxRuntimeFetches 1..1000
 * @param grants of the allowlist, named as {@code harness:allowed_remote_resources[2]}
 * @param network the network policy that it names and the profiles that it attaches, unread
 * @param effective every field, each with the place it comes from
 */
public record Harness(
        String agent,
        String role,
        boolean allowRuntimeFetch,
        int maxRuntimeFetches,
        List<Grant> grants,
        List<NetworkDocument> network,
        Mapping effective) {
    static final int DEFAULT_RUNTIME_FETCHES = 10;

    public Harness {
        grants = List.copyOf(grants);
        network = List.copyOf(network);
    }

    static Harness of(
            Mapping effective, List<AllowlistEntry> entries, List<NetworkDocument> network, boolean allowlistGet) {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            String rule = "harness:allowed_remote_resources[" + i + "]";
            grants.add(entries.get(i).fetchGrant(rule));
            if (allowlistGet) {
                grants.add(entries.get(i).getGrant(rule));
            }
        }
        Text most = effective.text("max_runtime_fetches");
        Integer number = most == null ? null : most.scalar().number();
        return new Harness(
                textOf(effective.text("agent")),
                textOf(effective.text("role")),
                effective.isTrue("allow_runtime_fetch"),
                number == null ? DEFAULT_RUNTIME_FETCHES : number,
                grants,
                network,
                effective);
    }

    private static String textOf(@Nullable Text text) {
        return text == null ? "" : text.text();
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
