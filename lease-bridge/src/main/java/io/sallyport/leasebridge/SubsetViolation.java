package io.sallyport.leasebridge;

import io.sallyport.documents.Findings;
import org.jspecify.annotations.Nullable;

/**
 * How a lease exceeds its parent.
 *
 * @param capability a name such as {@code net.fetch}, or {@code expires_at}
 * @param entry the child's pattern or currency; empty if the whole capability is too much
 * @param why one clause, safe to show to the author of either lease
 * @param witness a canonical target that the child covers and its parent does not, or null if none was found: what is
 *     not proven is refused in any case
 */
public record SubsetViolation(
        String capability,
        String entry,
        String why,
        @Nullable String witness) implements LeaseSubset {
    /** Returns {@code net.fetch: "https://h/**": why, as "https://h/a"}. */
    @Override
    public String toString() {
        return capability
                + (entry.isEmpty() ? "" : ": " + Findings.quote(entry))
                + ": "
                + why
                + (witness == null ? "" : ", as " + Findings.quote(witness));
    }
}
