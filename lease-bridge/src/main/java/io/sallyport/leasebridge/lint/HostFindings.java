package io.sallyport.leasebridge.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.PublicSuffixes;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds grants that reach {@link KnownHosts}. Wildcards over public suffixes have a warning of their own. */
final class HostFindings {
    private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH");

    private final LintedGrants linted;
    private final Set<Told> told = new HashSet<>();
    private final List<Diagnostic> found = new ArrayList<>();

    /** A line of which a kind of host was reported. */
    private record Told(@Nullable Provenance at, HostPattern host, HostKind kind) {}

    private HostFindings(LintedGrants linted) {
        this.linted = linted;
    }

    static List<Diagnostic> of(LintedGrants linted) {
        var findings = new HostFindings(linted);
        linted.throughTheProxy()
                .filter(grant -> !PublicSuffixes.isBelow(grant.host()))
                .forEach(findings::look);
        return List.copyOf(findings.found);
    }

    private void look(Grant.Net grant) {
        for (Map.Entry<HostKind, String> reached :
                KnownHosts.reachedBy(grant.host()).entrySet()) {
            HostKind kind = reached.getKey();
            boolean isMeant = kind != HostKind.UPLOAD || writes(grant);
            if (isMeant && told.add(new Told(linted.places().get(grant.rule()), grant.host(), kind))) {
                String message =
                        Findings.quote(grant.text()) + " reaches " + reached.getValue() + ", which " + kind.what();
                found.add(linted.warning(grant, kind.code(), message, kind.help()));
            }
        }
    }

    private static boolean writes(Grant.Net grant) {
        return grant.methods().isEmpty() || grant.methods().stream().anyMatch(WRITING::contains);
    }
}
