package io.sallyport.auditstore.query;

import java.util.List;

/**
 * Counted records. Immutable.
 *
 * @param groups those with most requests first, or by time if a span of time is the first key
 * @param total the number of groups, of which {@code groups} may hold only the first
 * @param records the number of records in all groups
 * @param requests the number of requests in all groups
 * @param isSearched false if the count ran into its bound of time or of groups, and is too low
 */
public record AuditGroups(List<AuditGroup> groups, int total, long records, long requests, boolean isSearched) {
    public AuditGroups {
        groups = List.copyOf(groups);
    }
}
