package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Place;
import java.util.List;

/**
 * What an access list lets a client reach.
 *
 * @param place the rule
 * @param host in the form of a network policy, which a lease shares: {@code NAME}, {@code **.NAME}, {@code a-*.NAME}
 * @param ports at least one
 * @param paths in the form of a network policy; empty for every path
 */
record Reach(Place place, String host, List<Integer> ports, CellAccess access, List<String> paths) {
    Reach {
        ports = List.copyOf(ports);
        paths = List.copyOf(paths);
    }

    Reach at(List<Integer> some) {
        return new Reach(place, host, some, access, paths);
    }

    Reach with(CellAccess other) {
        return new Reach(place, host, ports, other, paths);
    }
}
