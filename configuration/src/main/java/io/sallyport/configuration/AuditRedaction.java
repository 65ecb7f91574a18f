package io.sallyport.configuration;

import java.util.List;
import java.util.Set;

/**
 * What records of the audit log do not say, as written. Immutable.
 *
 * @param members names of members
 * @param paths patterns of paths
 */
public record AuditRedaction(Set<String> members, List<String> paths) {
    public AuditRedaction {
        members = Set.copyOf(members);
        paths = List.copyOf(paths);
    }
}
