package io.sallyport.leasebridge;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.LeaseText.Constraints;
import io.sallyport.model.DialRules;
import io.sallyport.model.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads ARCP leases. A document is accepted or refused as a whole. */
public final class LeaseReader {
    private LeaseReader() {}

    /** A lease, or the reasons why there is none. */
    public sealed interface Result {
        /** Returns all diagnostics. Errors refuse the document, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    public record Read(Lease lease, List<Diagnostic> diagnostics) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a lease and its constraints.
     *
     * @param file file name for diagnostics, such as {@code lease}
     * @param lease JSON text of the lease object
     * @param constraints JSON text of {@code lease_constraints}, or null
     * @param submitted the time of submission, which the lease must outlast; null for a document accepted earlier, such
     *     as after a restart
     */
    public static Result read(String file, String lease, @Nullable String constraints, @Nullable Instant submitted) {
        return read(file, lease, constraints, submitted, DialRules.NONE);
    }

    /** Reads a lease, with warnings for hosts that {@code dials} never dials. */
    public static Result read(
            String file, String lease, @Nullable String constraints, @Nullable Instant submitted, DialRules dials) {
        Findings findings = new Findings(file);
        LeaseText text = LeaseJson.readLease(lease, findings);
        Findings limits = new Findings("lease_constraints");
        Constraints read = constraints == null ? null : LeaseJson.readConstraints(constraints, limits);
        Lease found = text == null ? null : new LeaseShape(findings).lease(text, null);
        Lease limited = new LeaseShape(limits).lease(new LeaseText(List.of(), null), read);
        checkExpiry(limited, read, submitted, limits);
        warn(found, text, dials, findings);
        Lease whole = found == null ? null : new Lease(found.capabilities(), found.budget(), limited.limits());
        return result(whole, findings, limits);
    }

    /**
     * Reads a lease file: the bare lease object, or {@code {"lease", "lease_constraints"}}. Warns of hosts that {@code
     * dials} never dials.
     */
    public static Result readFile(String file, String json, @Nullable Instant submitted, DialRules dials) {
        Findings findings = new Findings(file);
        LeaseText text = LeaseJson.readFile(json, findings);
        if (text == null) {
            return new Refused(findings.all());
        }
        Lease lease = new LeaseShape(findings).lease(text, text.constraints());
        checkExpiry(lease, text.constraints(), submitted, findings);
        warn(lease, text, dials, findings);
        return result(lease, findings, new Findings(file));
    }

    /** Returns where each pattern of a bare lease that was read is written, by rule name. */
    public static Map<String, Provenance> places(String file, String lease) {
        Findings findings = new Findings(file);
        LeaseText text = LeaseJson.readLease(lease, findings);
        return text == null ? Map.of() : text.places(findings);
    }

    private static void warn(@Nullable Lease lease, @Nullable LeaseText text, DialRules dials, Findings findings) {
        if (lease != null && text != null && !findings.hasErrors()) {
            NeverDialled.warn(lease.grants(), text.places(findings), dials, findings);
        }
    }

    /** Validates only the structure of a bare lease. Limits that the gateway does not enforce yet are accepted. */
    public static Result validate(String file, String lease) {
        Findings findings = new Findings(file);
        LeaseText text = LeaseJson.readLease(lease, findings);
        return text == null
                ? new Refused(findings.all())
                : result(new LeaseShape(findings).lease(text, null), findings, new Findings(file));
    }

    /** Validates the structure of a lease file with its constraints; an expired lease is accepted. */
    public static Result validateFile(String file, String json) {
        Findings findings = new Findings(file);
        LeaseText text = LeaseJson.readFile(json, findings);
        return text == null
                ? new Refused(findings.all())
                : result(new LeaseShape(findings).lease(text, text.constraints()), findings, new Findings(file));
    }

    private static Result result(@Nullable Lease lease, Findings findings, Findings more) {
        findings.addAll(more);
        return lease == null || findings.hasErrors() ? new Refused(findings.all()) : new Read(lease, findings.all());
    }

    private static void checkExpiry(
            Lease lease, @Nullable Constraints constraints, @Nullable Instant submitted, Findings findings) {
        Instant expiry = lease.expiresAt();
        if (submitted != null && expiry != null && !expiry.isAfter(submitted) && constraints != null) {
            DocumentNode.Scalar written = constraints.expiresAt();
            Place place = written == null ? Place.START : written.at(0);
            findings.error(
                    place,
                    DiagnosticCode.EXPIRED,
                    "the lease has expired already: " + expiry,
                    "it must expire later than now");
        }
    }
}
