package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.JsonReader;
import io.sallyport.documents.JsonReader.Bounds;
import io.sallyport.documents.Place;
import io.sallyport.documents.YamlReader;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads access lists of other products: what they allow, as a document that allows no more. What has no equivalent is
 * left out or narrowed, and told; a denial that has none refuses the list.
 */
public final class AccessListImport {
    private AccessListImport() {}

    /** What a list amounts to, or the reasons why it is refused. */
    public sealed interface Result {
        /** Returns all diagnostics. Errors refuse the list; warnings tell what is not carried over. */
        List<Diagnostic> diagnostics();
    }

    /**
     * What a list amounts to.
     *
     * @param document a network policy, YAML, or a lease, JSON
     * @param tests Rego for {@code policy test}
     */
    public record Imported(String document, String tests, List<Diagnostic> diagnostics) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a list.
     *
     * @param file the name for diagnostics
     * @param text at most 1 MiB
     */
    public static Result read(AccessListKind kind, String file, String text, AccessListSettings settings) {
        var findings = new ImportFindings(file);
        if (settings.service() != null && kind != AccessListKind.SMOKESCREEN) {
            unused(findings, "--service", AccessListKind.SMOKESCREEN);
        }
        if (!settings.clients().isEmpty() && kind != AccessListKind.SQUID) {
            unused(findings, "--client", AccessListKind.SQUID);
        }
        AccessGrants grants = grants(kind, text, settings, findings);
        if (findings.hasErrors()) {
            return new Refused(findings.all());
        }
        tellOfInspection(grants, settings.form(), findings);
        String document = GrantForm.of(settings.form()).write(grants);
        return new Imported(document, ImportedTests.of(grants, settings.form()), findings.all());
    }

    /** Where a policy grants a part of a host, a gateway looks into the requests, which the product may not. */
    private static void tellOfInspection(AccessGrants grants, ImportedForm form, ImportFindings findings) {
        if (form == ImportedForm.POLICY && !grants.inspected() && PolicyForm.isInspected(grants)) {
            Place place = grants.denied().isEmpty()
                    ? grants.reaches().getFirst().place()
                    : grants.denied().getFirst().place();
            String message = "requests are looked into, since not all of a host is granted: tunnels carry HTTP alone";
            findings.narrow(place, message);
        }
    }

    private static void unused(ImportFindings findings, String flag, AccessListKind kind) {
        findings.refuse(Place.START, DiagnosticCode.CONTRADICTION, flag + " is for " + kind.word() + " alone", null);
    }

    private static AccessGrants grants(
            AccessListKind kind, String text, AccessListSettings settings, ImportFindings findings) {
        return switch (kind) {
            case SMOKESCREEN ->
                planned(yaml(text, findings, new SmokescreenAcl(settings, findings)::read), settings, findings);
            case SRT -> planned(json(text, findings, new SrtSettings(findings)::read), settings, findings);
            case PIPELOCK -> planned(yaml(text, findings, new PipelockPolicy(findings)::read), settings, findings);
            case SQUID -> planned(new SquidConfig(settings, findings).read(text), settings, findings);
            case AWF -> new AwfList(settings, findings).read(text);
            case IRON_PROXY -> {
                AccessGrants read = yaml(text, findings, new IronProxyHosts(settings, findings)::read);
                yield read == null ? NOTHING : read;
            }
        };
    }

    private static final AccessGrants NOTHING = new AccessGrants(List.of(), List.of(), false);

    private static AccessGrants planned(
            @Nullable AccessRules rules, AccessListSettings settings, ImportFindings findings) {
        return rules == null || findings.hasErrors() ? NOTHING : CellPlan.of(rules, settings, findings);
    }

    private static <T> @Nullable T yaml(String text, ImportFindings findings, Function<Members, T> reading) {
        return mapping(YamlReader.read(text, findings.document()), findings, reading);
    }

    private static <T> @Nullable T json(String text, ImportFindings findings, Function<Members, T> reading) {
        Bounds bounds = Bounds.ofBytes(YamlReader.MAX_BYTES);
        return mapping(JsonReader.read(text, bounds, findings.document()), findings, reading);
    }

    private static <T> @Nullable T mapping(
            @Nullable DocumentNode root, ImportFindings findings, Function<Members, T> reading) {
        if (root instanceof Members members) {
            return reading.apply(members);
        }
        if (root != null) {
            findings.refuse(root.place(), DiagnosticCode.BAD_VALUE, "the document is a mapping", null);
        }
        return null;
    }
}
