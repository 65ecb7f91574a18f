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
record ReachedHost(Place place, String host, List<Integer> ports, CellAccess access, List<String> paths) {
    ReachedHost {
        ports = List.copyOf(ports);
        paths = List.copyOf(paths);
    }

    ReachedHost at(List<Integer> some) {
        return new ReachedHost(place, host, some, access, paths);
    }

    ReachedHost with(CellAccess other) {
        return new ReachedHost(place, host, ports, other, paths);
    }
}
