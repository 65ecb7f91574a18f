package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.text.Parsed;

/** What covers the same as a pattern of another product. */
final class Equivalent {
    private Equivalent() {}

    /**
     * Returns the equivalent; {@code none} after reporting that there is none.
     *
     * @param pattern as written, for the message
     */
    static <T> T of(String pattern, Parsed<T> form, T none, Place place, Findings findings) {
        return switch (form) {
            case Parsed.Accepted(T equivalent) -> equivalent;
            case Parsed.Rejected(String why, int _) -> {
                findings.error(place, DiagnosticCode.NOT_EXACT, Findings.quote(pattern) + ": " + why, null);
                yield none;
            }
        };
    }
}
