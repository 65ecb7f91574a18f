package io.sallyport.leasebridge;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a lease file into the two texts that a {@code PUT} carries. Both are copied byte for byte, so that a strict
 * reader sees exactly what the author wrote, duplicates included.
 */
public final class LeaseFile {
    private LeaseFile() {}

    /** The parts, or the reasons why there are none. */
    public sealed interface Result {}

    /**
     * The two texts.
     *
     * @param lease JSON text of the lease object
     * @param at where it begins in the file
     * @param constraints JSON text of {@code lease_constraints}, or null
     * @param constraintsAt where they begin in the file, if there are any
     */
    public record Parts(String lease, Place at, @Nullable String constraints, Place constraintsAt) implements Result {
        /** Returns a lease that is the whole file. */
        public static Parts bare(String lease) {
            return new Parts(lease, Place.START, null, Place.START);
        }
    }

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /** Splits a bare lease object, or {@code {"lease", "lease_constraints"}}. Does not validate the parts. */
    public static Result split(String file, String json) {
        Findings findings = new Findings(file);
        Parts parts = LeaseJson.split(json, findings);
        return parts == null || findings.hasErrors() ? new Refused(findings.all()) : parts;
    }
}
