package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an import has to say: all of it, bounded by the size of the document. An allowance that has no equivalent is
 * left out with a warning; a denial that has none refuses the document. Confined to one import.
 */
final class ImportFindings {
    private final Findings errors;
    private final Set<Diagnostic> warnings = new LinkedHashSet<>();

    ImportFindings(String file) {
        errors = new Findings(file);
    }

    /** Returns where errors of the document's form go. */
    Findings document() {
        return errors;
    }

    /** An allowance is not carried over. */
    void leaveOut(Place place, DiagnosticCode code, String message) {
        warn(place, code, "left out: " + message);
    }

    /** An allowance is carried over in part. */
    void narrow(Place place, String message) {
        warn(place, DiagnosticCode.NARROWED, message);
    }

    void warn(Place place, DiagnosticCode code, String message) {
        warnings.add(Diagnostic.warning(errors.file(), place.line(), place.column(), code, message, null));
    }

    /** A denial cannot be carried over, so that nothing is. */
    void refuse(Place place, DiagnosticCode code, String message, @Nullable String help) {
        errors.error(place, code, message, help);
    }

    /** Returns what a text of a rule means; null after leaving it out, or refusing the document if it denies. */
    <T> @Nullable T meant(Parsed<T> read, String written, Place place, boolean allows) {
        return switch (read) {
            case Parsed.Accepted(T meaning) -> meaning;
            case Parsed.Rejected(String why, int _) -> {
                String message = Findings.quote(written) + ": " + why;
                if (allows) {
                    leaveOut(place, DiagnosticCode.NOT_EXACT, message);
                } else {
                    refuse(place, DiagnosticCode.NOT_EXACT, message, null);
                }
                yield null;
            }
        };
    }

    boolean hasErrors() {
        return errors.hasErrors();
    }

    /** Returns errors, and all warnings. */
    List<Diagnostic> all() {
        List<Diagnostic> all = new ArrayList<>(errors.all());
        all.addAll(warnings);
        return List.copyOf(all);
    }
}
