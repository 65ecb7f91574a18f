package io.sallyport.auditstore.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest records that match, before a cursor. Immutable.
 *
 * @param lines the records as the log holds them, oldest first
 * @param next the cursor of the page before, with older records; null if there are none
 * @param isSearched false if the search ran into its bound of time before the page was full
 */
public record AuditPage(List<String> lines, @Nullable Long next, boolean isSearched) {
    /** The cursor of the newest page. */
    public static final long NEWEST = Long.MAX_VALUE;

    public AuditPage {
        lines = List.copyOf(lines);
    }
}
