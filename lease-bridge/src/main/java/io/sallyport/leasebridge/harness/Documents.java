package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is found in the documents of one harness, each under its name. Confined to one reading. */
final class Documents {
    private final Set<DiagnosticCode> tolerated;
    private final List<Diagnostic> others = new ArrayList<>(); // of readings that have a bound of their own
    private final Map<Integer, Findings> byDepth = new LinkedHashMap<>();

    Documents(HarnessSettings settings) {
        tolerated = settings.warnOfUnknownKeys() ? Set.of(DiagnosticCode.UNKNOWN_KEY) : Set.of();
    }

    /** Those of the document at that depth, which is now read. */
    Findings begin(String document, int depth) {
        return byDepth.computeIfAbsent(depth, _ -> new Findings(document, tolerated));
    }

    void error(Origin at, DiagnosticCode code, String message) {
        begin(at.document(), at.depth()).error(at.place(), code, message, null);
    }

    void errorAtKey(Origin at, DiagnosticCode code, String message) {
        begin(at.document(), at.depth()).error(at.key(), code, message, null);
    }

    void warning(Origin at, DiagnosticCode code, String message) {
        begin(at.document(), at.depth()).warning(at.place(), code, message, null);
    }

    /** An error that quotes what stands there. */
    void error(Sourced.Text at, DiagnosticCode code, String message) {
        error(at.origin(), code, message + ": " + Findings.quote(at.text()));
    }

    /** What was found in other documents that the harness names. */
    void addAll(List<Diagnostic> diagnostics) {
        others.addAll(diagnostics);
    }

    boolean hasErrors() {
        return byDepth.values().stream().anyMatch(Findings::hasErrors)
                || others.stream().anyMatch(Diagnostic::isError);
    }

    /** The harness' own first, then those of its base, and so on. */
    List<Diagnostic> all() {
        List<Diagnostic> all = new ArrayList<>();
        byDepth.values().forEach(findings -> all.addAll(findings.all()));
        all.addAll(others);
        return List.copyOf(all);
    }
}
