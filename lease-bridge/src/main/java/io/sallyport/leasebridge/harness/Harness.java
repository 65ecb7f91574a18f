package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.leasebridge.network.LocalServers;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A harness merged with its bases and the part for its platform. Immutable.
 *
 * @param runtimeFetch whether and how the fetch endpoint serves this run; the endpoint checks this itself, since grants
 *     of kind {@code fetch} only reflect the allowlist
 * @param grants grants of the allowlist, named such as {@code harness:allowed_remote_resources[2]}
 * @param network the network policy that it names and the profiles that it attaches, unparsed
 * @param effective every field, each with its origin
 */
public record Harness(
        String agent,
        String role,
        RuntimeFetch runtimeFetch,
        List<Grant> grants,
        List<NetworkDocument> network,
        Mapping effective) {
    private static final String ALLOWLIST = "allowed_remote_resources";

    public Harness {
        grants = List.copyOf(grants);
        network = List.copyOf(network);
    }

    static Harness of(
            Mapping effective, List<AllowlistEntry> entries, List<NetworkDocument> network, HarnessContext context) {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            var granted = new AllowlistGrants(entries.get(i), rule(i));
            grants.add(granted.fetch(context.settings().forges()));
            if (context.allowlistGet()) {
                grants.add(granted.get());
            }
        }
        return new Harness(
                textOf(effective.text("agent")),
                textOf(effective.text("role")),
                RuntimeFetch.of(effective, entries),
                grants,
                network,
                effective);
    }

    private static String rule(int entry) {
        return "harness:" + ALLOWLIST + "[" + entry + "]";
    }

    /** Returns where the grants are written, by rule name. */
    public Map<String, Provenance> provenance() {
        Map<String, Provenance> provenance = new HashMap<>();
        List<Sourced> written = effective.items(ALLOWLIST);
        for (int i = 0; i < written.size(); i++) {
            provenance.put(rule(i), written.get(i).origin().provenance());
        }
        return provenance;
    }

    private static String textOf(@Nullable Text text) {
        return text == null ? "" : text.text();
    }

    /**
     * Returns the grants that lead to the host they name. Fetches from a forge are left out, since they may go to
     * another of its hosts.
     */
    public List<Grant> dialled(Forges forges) {
        return grants.stream()
                .filter(grant -> !(grant instanceof Grant.Net net
                        && net.kinds().contains(RequestKind.FETCH)
                        && net.host() instanceof HostPattern.Exact(String host)
                        && forges.has(host)))
                .toList();
    }

    /** Returns the API servers that it starts, as written. */
    public List<Sourced> apiServers() {
        return effective.items("api_servers");
    }

    /** Returns the names and ports of its API servers. */
    public LocalServers servers() {
        Map<String, Integer> ports = new TreeMap<>();
        for (Sourced server : apiServers()) {
            Text name = server instanceof Mapping fields ? fields.text("name") : null;
            if (name != null) {
                Text port = ((Mapping) server).text("port");
                Integer number = port == null ? null : port.scalar().number();
                ports.put(name.text(), number == null ? 0 : number);
            }
        }
        return new LocalServers(ports);
    }
}
