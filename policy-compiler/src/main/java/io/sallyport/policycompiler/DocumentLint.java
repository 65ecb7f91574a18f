package io.sallyport.policycompiler;

import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.lint.GrantLint;
import io.sallyport.leasebridge.lint.LintedGrants;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.author.Compilation;
import java.util.List;

/** Finds what a sandbox's documents grant and hardly mean to. */
public final class DocumentLint {
    private DocumentLint() {}

    /** Returns the findings of documents; none for documents that do not load, since those have errors of their own. */
    public static List<Diagnostic> of(SandboxDocuments documents, DocumentRules rules) {
        return switch (GrantReader.read(documents, rules, null)) {
            case Compilation.Ready<DocumentGrants>(var reading, var _) ->
                GrantLint.of(new LintedGrants(
                        reading.grants(),
                        reading.denials(),
                        reading.credentials(),
                        reading.lease(),
                        DocumentLines.places(documents, reading)));
            case Compilation.Refused<DocumentGrants> _, Compilation.Unavailable<DocumentGrants> _ -> List.of();
        };
    }
}
