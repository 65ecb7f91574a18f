package io.sallyport.leasebridge.accesslist;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The points at which the rules of an access list make a difference. Confined to one import. */
final class ListedNames {
    private static final int MAX_PORT = 65_535;

    private final SortedSet<HostCell> cells = new TreeSet<>(HostCell.ORDER);
    private final SortedSet<String> methods = new TreeSet<>();
    private final SortedSet<Integer> ports = new TreeSet<>();
    private final SortedSet<Integer> edges = new TreeSet<>(Set.of(1));

    static ListedNames of(AccessRules rules) {
        var names = new ListedNames();
        names.cells.add(HostCell.others());
        rules.rules().forEach(rule -> rule.all().forEach(condition -> condition.addTo(names)));
        return names;
    }

    void add(HostSet set) {
        switch (set) {
            case HostSet.One(CanonicalHost host)
            when host.isAddress() -> {
                if (IpAddress.parse(host.text()) instanceof Parsed.Accepted(IpAddress address)) {
                    cells.add(HostCell.of(address));
                }
            }
            case HostSet.One(CanonicalHost host) -> addName(host.text());
            case HostSet.Below(String name) -> addName(name);
            case HostSet.Every _, HostSet.Block _ -> {}
        }
    }

    private void addName(String name) {
        cells.add(HostCell.of(name));
        cells.add(HostCell.below(name));
    }

    void add(PortRange range) {
        if (range.isOne()) {
            ports.add(range.first());
        }
        edges.add(range.first());
        edges.add(Math.min(range.last() + 1, MAX_PORT));
    }

    void addMethod(String method) {
        if (!method.equals(AccessTarget.TUNNEL)) {
            methods.add(method);
        }
    }

    /** Returns the cells of hosts, from above. */
    List<HostCell> cells() {
        return List.copyOf(cells);
    }

    /** Returns the methods but CONNECT, sorted. */
    SortedSet<String> methods() {
        return methods;
    }

    /** Returns {@code meant}, and the other ports that are named one by one. */
    List<Integer> ports(List<Integer> meant) {
        return Stream.concat(meant.stream(), ports.stream()).distinct().toList();
    }

    /** Returns one port of each part of those that are not among {@code known}. */
    List<Integer> otherPorts(List<Integer> known) {
        return edges.stream()
                .map(edge -> firstFrom(edge, known))
                .filter(port -> port <= MAX_PORT)
                .distinct()
                .toList();
    }

    private static int firstFrom(int edge, List<Integer> known) {
        int port = edge;
        while (known.contains(port)) {
            port++;
        }
        return port;
    }
}
