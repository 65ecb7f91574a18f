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
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import java.util.Map;
import java.util.Set;

/** The fields of one endpoint, with its findings. Confined to one reading. */
record EndpointFields(Place place, Map<String, Member> members, Findings findings, Leniency leniency) {
    static EndpointFields of(DocumentNode endpoint, Findings findings, PolicyDialect dialect) {
        var leniency = new Leniency(dialect, findings);
        return new EndpointFields(endpoint.place(), Fields.members(endpoint), findings, leniency);
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

    /** Returns whether the dialect relaxes a point, after warning of what that means at {@code at}. */
    boolean passes(PolicySwitch point, Place at, String meaning) {
        return leniency.passes(point, at, meaning);
    }
}
