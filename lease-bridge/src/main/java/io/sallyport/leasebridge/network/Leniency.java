package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;

/**
 * What the dialect relaxes in one document or endpoint, each time with a warning. Confined to one reading.
 */
final class Leniency {
    private final PolicyDialect dialect;
    private final Findings findings;
    private boolean failing;

    Leniency(PolicyDialect dialect, Findings findings) {
        this.dialect = dialect;
        this.findings = findings;
    }

    PolicyDialect dialect() {
        return dialect;
    }

    /** Returns whether a point is relaxed, after warning of what that means here. */
    boolean passes(PolicySwitch point, Place place, String meaning) {
        if (dialect.has(point)) {
            findings.warning(place, DiagnosticCode.RELAXED, point.word() + ": " + meaning, null);
        }
        return dialect.has(point);
    }

    /** Reports a glob that cannot be read. If it does not refuse the document, it denies what its endpoint covers. */
    void badGlob(Place place, DiagnosticCode code, String message) {
        if (passes(PolicySwitch.LATE_GLOB, place, message + ": the endpoint denies every request")) {
            failing = true;
        } else {
            error(place, code, message);
        }
    }

    /** Reports what no dialect relaxes. */
    void error(Place place, DiagnosticCode code, String message) {
        findings.error(place, code, message, null);
    }

    /** Makes the endpoint deny every request. */
    void fail() {
        failing = true;
    }

    /** Returns whether the endpoint denies every request. */
    boolean isFailing() {
        return failing;
    }
}
