package io.sallyport.leasebridge.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.model.Grant;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds credentials that a network policy gives to more requests than one service needs. */
final class CredentialFindings {
    private CredentialFindings() {}

    static List<Diagnostic> of(LintedGrants linted) {
        List<Diagnostic> found = new ArrayList<>();
        linted.credentials().forEach((name, requests) -> {
            Set<String> told = new HashSet<>();
            for (Grant.Net grant : requests) {
                String wide = whyWide(grant);
                if (wide != null && told.add(grant.rule())) {
                    String message = "the credential " + Findings.quote(name) + " may go to " + wide;
                    found.add(linted.warning(
                            grant,
                            DiagnosticCode.CREDENTIAL_BROAD,
                            message,
                            "name one host, and the methods and paths that need it"));
                }
            }
        });
        return found;
    }

    private static @Nullable String whyWide(Grant.Net grant) {
        if (!(grant.host() instanceof HostPattern.Exact)) {
            return "every host of " + Findings.quote(grant.text());
        }
        boolean isWhole = grant.methods().isEmpty() && grant.path().coversEveryPath();
        return isWhole ? "every method and path of " + Findings.quote(grant.text()) : null;
    }
}
