package io.sallyport.cli.learn;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.learn.LearnedDocument;
import io.sallyport.model.Decision;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.DocumentRules;
import java.util.List;
import java.util.stream.Collectors;

/** Asks a learned document, compiled as a gateway does, for everything that it was made of. */
public final class LearnedCheck {
    private LearnedCheck() {}

    /**
     * Requires that the document admits what it was made of.
     *
     * @throws CliException if it does not load, or refuses a request; nothing of it should be kept then
     */
    public static void require(LearnedDocument learned, ImportedForm form) throws CliException {
        SandboxDocuments documents = switch (form) {
            case POLICY -> SandboxDocuments.builder().policy(learned.text()).build();
            case LEASE -> SandboxDocuments.builder().lease(learned.text()).build();
        };
        try (var lines = new LineCompiler()) {
            switch (LineCompiler.compile(lines.with(DocumentRules.BY_DEFAULT), documents, LearnedCheck::errors)) {
                case LineCompiler.Refused(String why) ->
                    throw CliException.unusable("what was learned is no document that loads: " + why);
                case LineCompiler.Ready(PolicySnapshot snapshot) -> requireAdmitted(learned, snapshot);
            }
        }
    }

    private static void requireAdmitted(LearnedDocument learned, PolicySnapshot snapshot) throws CliException {
        List<String> refused = learned.requests().stream()
                .filter(request -> snapshot.decide(request) instanceof Decision.Deny)
                .map(request -> request.method() + " " + request.target())
                .toList();
        if (!refused.isEmpty()) {
            throw CliException.unusable("what was learned does not admit " + String.join(", ", refused));
        }
    }

    private static String errors(List<Diagnostic> diagnostics) {
        return diagnostics.stream()
                .filter(Diagnostic::isError)
                .limit(3)
                .map(Diagnostic::toString)
                .collect(Collectors.joining("; "));
    }
}
