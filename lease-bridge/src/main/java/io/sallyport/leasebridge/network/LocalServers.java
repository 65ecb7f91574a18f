package io.sallyport.leasebridge.network;

import io.sallyport.model.Grant;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The API servers of one run, as documents refer to them. A server is {@code NAME.api.internal}, port 80. That name
 * with the server's own port, and {@link ApiServerHost#ALIAS} with its own port, are equivalent. Immutable.
 *
 * @param ports by name, as in the harness; 0 for a port chosen at start, which no document can name
 */
public record LocalServers(Map<String, Integer> ports) {
    /** No servers. */
    public static final LocalServers NONE = new LocalServers(Map.of());

    public LocalServers {
        ports = Map.copyOf(ports);
    }

    /** A host and its ports; all ports if empty. */
    record Meant(HostPattern host, Set<Integer> ports) {
        Meant {
            ports = Set.copyOf(ports);
        }
    }

    /**
     * Returns {@code grant} translated to the servers that it refers to; unchanged if it refers to none of this run.
     */
    public List<Grant.Net> meant(Grant.Net grant) {
        return meant(grant.host(), grant.ports()).stream()
                .map(meant -> grant.of(meant.host()).on(meant.ports()))
                .toList();
    }

    /** Translates a host and its ports. */
    List<Meant> meant(HostPattern host, Collection<Integer> written) {
        if (!(host instanceof HostPattern.Exact(String name))) {
            return List.of(new Meant(host, Set.copyOf(written)));
        }
        List<Meant> servers = name.equals(ApiServerHost.ALIAS) ? byPort(written) : byName(name, written);
        return servers.isEmpty() ? List.of(new Meant(host, Set.copyOf(written))) : servers;
    }

    /**
     * Returns whether {@code host} with the ports {@code written} refers to the server of that name and nothing else.
     */
    boolean isOnly(String server, HostPattern host, Collection<Integer> written) {
        if (!(host instanceof HostPattern.Exact(String name)) || written.isEmpty()) {
            return false;
        }
        int own = ports.getOrDefault(server, 0);
        return name.equals(ApiServerHost.ALIAS)
                ? written.stream().allMatch(port -> port == own)
                : name.equals(ApiServerHost.of(server))
                        && written.stream().allMatch(port -> port == own || port == Scheme.API.defaultPort());
    }

    /** Returns the ports of {@code written} that belong to no server, if the host is the alias. */
    Set<Integer> unknown(HostPattern host, Collection<Integer> written) {
        Set<Integer> unknown = new TreeSet<>();
        if (host instanceof HostPattern.Exact(String name) && name.equals(ApiServerHost.ALIAS)) {
            unknown.addAll(written);
            unknown.removeAll(ports.values());
        }
        return unknown;
    }

    private List<Meant> byPort(Collection<Integer> written) {
        List<Meant> servers = new ArrayList<>();
        ports.forEach((name, port) -> {
            if (port != 0 && (written.isEmpty() || written.contains(port))) {
                servers.add(whole(name, port));
            }
        });
        return servers;
    }

    private List<Meant> byName(String host, Collection<Integer> written) {
        Integer port = ApiServerHost.is(host) ? ports.get(ApiServerHost.name(host)) : null;
        if (port == null || !(written.contains(port) || written.contains(Scheme.API.defaultPort()))) {
            return List.of();
        }
        return List.of(whole(ApiServerHost.name(host), port));
    }

    private static Meant whole(String name, int port) {
        int usual = Scheme.API.defaultPort();
        return new Meant(
                new HostPattern.Exact(ApiServerHost.of(name)),
                port == 0 || port == usual ? Set.of(usual) : Set.of(usual, port));
    }
}
