package io.sallyport.model.condition;

import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Set;

/**
 * Requests by where they go. Immutable.
 *
 * @param ports 1 to 65535, at least one
 * @param paths anchored RE2 expressions, all of which the whole path matches; empty for every path, and for tunnels
 */
public record RequestArea(HostPattern host, Set<Integer> ports, List<String> paths) {
    public RequestArea {
        ports = Set.copyOf(ports);
        paths = List.copyOf(paths);
    }
}
