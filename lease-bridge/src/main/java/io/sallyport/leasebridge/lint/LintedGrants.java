package io.sallyport.leasebridge.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.network.Denial;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.RequestKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox's documents grant, as far as a lint looks at it.
 *
 * @param grants of requests, of all documents
 * @param denials what is denied whatever grants it
 * @param credentials for which requests each credential is granted, by its name
 * @param lease the lease as read, or null
 * @param places where each line is written, by rule name
 */
public record LintedGrants(
        List<Grant.Net> grants,
        List<Denial> denials,
        SortedMap<String, List<Grant.Net>> credentials,
        @Nullable Lease lease,
        Map<String, Provenance> places) {
    public LintedGrants {
        grants = List.copyOf(grants);
        denials = List.copyOf(denials);
        places = Map.copyOf(places);
    }

    /** Returns the grants of one kind of document that are asked about requests through the proxy, by rule name. */
    Map<String, List<Grant.Net>> throughTheProxy(Grant.Source source) {
        return grants.stream()
                .filter(grant -> grant.source() == source && isOfTheProxy(grant))
                .collect(Collectors.groupingBy(Grant.Net::rule, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns all grants that are asked about requests through the proxy. */
    Stream<Grant.Net> throughTheProxy() {
        return grants.stream().filter(LintedGrants::isOfTheProxy);
    }

    private static boolean isOfTheProxy(Grant.Net grant) {
        return grant.kinds().contains(RequestKind.CONNECT) || grant.kinds().contains(RequestKind.HTTP);
    }

    /** Returns a warning at the place of a rule. */
    Diagnostic warning(Grant.Net grant, DiagnosticCode code, String message, String help) {
        return warning(grant.rule(), grant.source().word(), code, message, help);
    }

    /** Returns a warning at the place of a rule; {@code file} names the document if the place is unknown. */
    Diagnostic warning(String rule, String file, DiagnosticCode code, String message, String help) {
        Provenance at = places.get(rule);
        return at == null
                ? Diagnostic.warning(file, 0, 0, code, message, help)
                : Diagnostic.warning(at.document(), at.line(), at.column(), code, message, help);
    }
}
