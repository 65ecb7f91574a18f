package io.sallyport.auditstore.query;

import java.util.List;

/**
 * Counted records. Immutable.
 *
 * @param groups those with most requests first, or by time if a span of time is the first key
 * @param total the number of groups, of which {@code groups} may hold only the first
 * @param records the number of records in all groups, and in those beyond the bound of groups
 * @param requests the number of requests in the same
 * @param isSearched false if the count ran into its bound of time and is too low, or of groups and lacks some
 */
public record AuditGroups(List<AuditGroup> groups, int total, long records, long requests, boolean isSearched) {
    public AuditGroups {
        groups = List.copyOf(groups);
    }
}
