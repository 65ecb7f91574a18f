package io.sallyport.leasebridge.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.GrantCover;
import io.sallyport.leasebridge.HostOverlap;
import io.sallyport.leasebridge.network.Denial;
import io.sallyport.model.Grant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds lines that open nothing: a denial covers them, or the lease and the network policy have nothing in common. */
final class ReachFindings {
    private final LintedGrants linted;
    private final GrantCover cover = new GrantCover();
    private final List<Diagnostic> found = new ArrayList<>();

    private ReachFindings(LintedGrants linted) {
        this.linted = linted;
    }

    static List<Diagnostic> of(LintedGrants linted) {
        var findings = new ReachFindings(linted);
        Map<String, List<Grant.Net>> policy = linted.throughTheProxy(Grant.Source.POLICY);
        Map<String, List<Grant.Net>> lease = linted.throughTheProxy(Grant.Source.LEASE);
        policy.values().forEach(findings::lookAtDenials);
        if (!policy.isEmpty() && !lease.isEmpty()) {
            findings.compare(policy.values(), lease.values(), "the lease", "grant it in the lease too, or remove it");
            findings.compare(
                    lease.values(), policy.values(), "the network policy", "grant it in the policy too, or remove it");
        }
        return List.copyOf(findings.found);
    }

    private void lookAtDenials(List<Grant.Net> rule) {
        boolean isDenied = rule.stream()
                .allMatch(grant -> linted.denials().stream()
                        .map(Denial::covered)
                        .anyMatch(denied -> cover.coversRequests(denied, grant)));
        if (isDenied) {
            report(rule.getFirst(), "is denied as a whole by deny_rules", "remove it, or narrow the deny rule");
        }
    }

    private void compare(
            Collection<List<Grant.Net>> rules, Collection<List<Grant.Net>> others, String document, String help) {
        for (List<Grant.Net> rule : rules) {
            boolean meets = rule.stream()
                    .anyMatch(grant -> others.stream().flatMap(List::stream).anyMatch(other -> mayMeet(grant, other)));
            if (!meets) {
                report(rule.getFirst(), "opens nothing: " + document + " grants no request to the same host", help);
            }
        }
    }

    private static boolean mayMeet(Grant.Net one, Grant.Net other) {
        return HostOverlap.of(one.host(), other.host()) && haveCommon(one.ports(), other.ports());
    }

    /** Compares sets of which the empty one stands for all. */
    private static <T> boolean haveCommon(Set<T> one, Set<T> other) {
        return one.isEmpty() || other.isEmpty() || !Collections.disjoint(one, other);
    }

    private void report(Grant.Net grant, String why, String help) {
        String message = Findings.quote(grant.text()) + " " + why;
        found.add(linted.warning(grant, DiagnosticCode.UNREACHABLE, message, help));
    }
}
