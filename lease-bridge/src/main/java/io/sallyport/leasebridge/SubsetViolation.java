package io.sallyport.leasebridge;

import io.sallyport.documents.Findings;
import org.jspecify.annotations.Nullable;

/**
 * What of a lease goes beyond another.
 *
 * @param capability as {@code net.fetch}; {@code expires_at} for the end
 * @param entry the pattern or currency, as the child has it; empty where the whole capability is too much
 * @param why one clause, safe to show to whoever wrote either lease
 * @param witness a canonical target that the child covers and its parent does not, or null where none was found: what is
 *     not proven is refused all the same
 */
public record SubsetViolation(
        String capability,
        String entry,
        String why,
        @Nullable String witness) {
    /** {@code net.fetch: "https://h/**": why, as "https://h/a"}. */
    @Override
    public String toString() {
        return capability
                + (entry.isEmpty() ? "" : ": " + Findings.quote(entry))
                + ": "
                + why
                + (witness == null ? "" : ", as " + Findings.quote(witness));
    }
}
