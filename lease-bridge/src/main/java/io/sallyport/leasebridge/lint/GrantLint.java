package io.sallyport.leasebridge.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Findings;
import java.util.List;
import java.util.stream.Stream;

/** Finds what documents grant and hardly mean to. Every finding is a warning: the documents load. */
public final class GrantLint {
    private GrantLint() {}

    /** Returns all findings, at most {@link Findings#MAX}. */
    public static List<Diagnostic> of(LintedGrants linted) {
        var findings = new Findings("documents");
        Stream.of(
                        HostFindings.of(linted),
                        ShadowFindings.of(linted),
                        ReachFindings.of(linted),
                        CredentialFindings.of(linted))
                .flatMap(List::stream)
                .forEach(findings::add);
        return findings.all();
    }
}
