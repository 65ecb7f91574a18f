package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The findings in the documents of one harness, each under the document's name. Confined to one reading. */
final class HarnessFindings {
    private final Set<DiagnosticCode> tolerated;
    private final List<Diagnostic> others = new ArrayList<>(); // of readings with their own limit
    private final Map<Integer, Findings> byDepth = new LinkedHashMap<>();

    HarnessFindings(HarnessSettings settings) {
        tolerated = settings.warnOfUnknownKeys() ? Set.of(DiagnosticCode.UNKNOWN_KEY) : Set.of();
    }

    /** Returns the findings of the document at that depth, which is read next. */
    Findings begin(String document, int depth) {
        return byDepth.computeIfAbsent(depth, _ -> new Findings(document, tolerated));
    }

    void error(SourcePosition at, DiagnosticCode code, String message) {
        begin(at.document(), at.depth()).error(at.place(), code, message, null);
    }

    void errorAtKey(SourcePosition at, DiagnosticCode code, String message) {
        begin(at.document(), at.depth()).error(at.key(), code, message, null);
    }

    void warning(SourcePosition at, DiagnosticCode code, String message) {
        begin(at.document(), at.depth()).warning(at.place(), code, message, null);
    }

    /** Reports an error that quotes the text. */
    void error(Sourced.Text at, DiagnosticCode code, String message) {
        error(at.origin(), code, message + ": " + Findings.quote(at.text()));
    }

    /** Adds the diagnostics of other documents that the harness names. */
    void addAll(List<Diagnostic> diagnostics) {
        others.addAll(diagnostics);
    }

    boolean hasErrors() {
        return byDepth.values().stream().anyMatch(Findings::hasErrors)
                || others.stream().anyMatch(Diagnostic::isError);
    }

    /** Returns the diagnostics of the harness first, then those of its base, and so on. */
    List<Diagnostic> all() {
        List<Diagnostic> all = new ArrayList<>();
        byDepth.values().forEach(findings -> all.addAll(findings.all()));
        all.addAll(others);
        return List.copyOf(all);
    }
}
