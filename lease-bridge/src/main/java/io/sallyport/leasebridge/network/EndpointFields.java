package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import java.util.Map;

/** The fields of one endpoint, with its findings. Confined to one reading. */
record EndpointFields(Map<String, Member> members, Findings findings) {
    static EndpointFields of(DocumentNode endpoint, Findings findings) {
        return new EndpointFields(Fields.members(endpoint), findings);
    }

    /** Returns the text of a field; empty if it is missing. */
    String text(String field) {
        Scalar scalar = Fields.scalar(members, field);
        return scalar == null ? "" : scalar.text();
    }

    void error(Scalar at, DiagnosticCode code, String message) {
        findings.error(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }

    void warn(Scalar at, DiagnosticCode code, String message) {
        findings.warning(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }
}
