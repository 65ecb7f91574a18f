package io.sallyport.leasebridge;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Findings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lease file cut into the two texts that a {@code PUT} carries, each byte for byte as it stands in the file: what reads
 * it strictly must see what its author wrote, duplicates and all.
 */
public final class LeaseFile {
    private LeaseFile() {}

    /** The parts, or why there are none. */
    public sealed interface Result {}

    /**
     * Both texts.
     *
     * @param lease JSON text of the lease object
     * @param constraints JSON text of {@code lease_constraints}, or null
     */
    public record Parts(String lease, @Nullable String constraints) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /** Cuts a bare lease object, or {@code {"lease", "lease_constraints"}}; what is in the parts is not judged here. */
    public static Result split(String file, String json) {
        Findings findings = new Findings(file);
        Parts parts = LeaseJson.split(json, findings);
        return parts == null || findings.hasErrors() ? new Refused(findings.all()) : parts;
    }
}
