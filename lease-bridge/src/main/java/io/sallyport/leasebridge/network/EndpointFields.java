package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.model.PathPattern;
import io.sallyport.model.condition.Conditions;
import java.util.Map;
import java.util.Set;

/** The fields of one endpoint, with its findings. Confined to one reading. */
record EndpointFields(Place place, Map<String, Member> members, Findings findings) {
    static EndpointFields of(DocumentNode endpoint, Findings findings) {
        return new EndpointFields(endpoint.place(), Fields.members(endpoint), findings);
    }

    /** Returns the text of a field; empty if it is missing. */
    String text(String field) {
        Scalar scalar = Fields.scalar(members, field);
        return scalar == null ? "" : scalar.text();
    }

    /** Returns a rule over every path, written where the endpoint is. */
    Allow whole(String rule, Set<String> methods, Conditions conditions, String shown) {
        return new Allow(rule, place, methods, PathPattern.ANY, conditions, shown);
    }

    void error(Scalar at, DiagnosticCode code, String message) {
        findings.error(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }

    void warn(Scalar at, DiagnosticCode code, String message) {
        findings.warning(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }
}
