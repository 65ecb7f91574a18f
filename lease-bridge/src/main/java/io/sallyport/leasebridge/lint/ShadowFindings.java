package io.sallyport.leasebridge.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.GrantCover;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseShadows;
import io.sallyport.model.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds lines all of whose requests another line of the same kind of document grants. */
final class ShadowFindings {
    /** Limit of the rules of network policies that are compared with each other; of more, none is. */
    static final int MAX_RULES = 500;

    private static final String HELP = "remove it, or narrow the other one";

    private final LintedGrants linted;
    private final GrantCover cover = new GrantCover();
    private final List<Diagnostic> found = new ArrayList<>();

    private ShadowFindings(LintedGrants linted) {
        this.linted = linted;
    }

    static List<Diagnostic> of(LintedGrants linted) {
        var findings = new ShadowFindings(linted);
        Lease lease = linted.lease();
        if (lease != null) {
            LeaseShadows.of(lease).forEach(findings::report);
        }
        Map<String, List<Grant.Net>> rules = linted.throughTheProxy(Grant.Source.POLICY);
        if (rules.size() <= MAX_RULES) {
            findings.compare(List.copyOf(rules.entrySet()));
        }
        return List.copyOf(findings.found);
    }

    private void report(LeaseShadows.Shadow shadow) {
        String message = Findings.quote(shadow.text()) + " grants nothing that " + Findings.quote(shadow.by())
                + " does not grant";
        found.add(linted.warning(shadow.rule(), "lease", DiagnosticCode.SHADOWED, message, HELP));
    }

    private void compare(List<Map.Entry<String, List<Grant.Net>>> rules) {
        for (int i = 0; i < rules.size(); i++) {
            for (int j = 0; j < rules.size(); j++) {
                if (i != j && isShadowed(rules.get(i).getValue(), rules.get(j).getValue(), j < i)) {
                    report(rules.get(i).getValue().getFirst(), rules.get(j).getKey());
                    break;
                }
            }
        }
    }

    /** Returns whether {@code outer} covers {@code inner}; if both cover each other, the first stays. */
    private boolean isShadowed(List<Grant.Net> inner, List<Grant.Net> outer, boolean isBefore) {
        return covers(outer, inner) && (isBefore || !covers(inner, outer));
    }

    private boolean covers(List<Grant.Net> outer, List<Grant.Net> inner) {
        return inner.stream().allMatch(each -> outer.stream().anyMatch(one -> cover.covers(one, each)));
    }

    private void report(Grant.Net grant, String by) {
        String at = Objects.toString(linted.places().get(by), by);
        String message = Findings.quote(grant.text()) + " grants nothing that " + by + " (" + at + ") does not grant";
        found.add(linted.warning(grant, DiagnosticCode.SHADOWED, message, HELP));
    }
}
