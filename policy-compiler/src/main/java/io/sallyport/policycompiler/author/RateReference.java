package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.NearestName;
import io.sallyport.regoengine.plan.Position;
import java.util.List;

/** The name of a rate that a rule of the set {@code obligations} has as a constant. Immutable. */
record RateReference(String name, Position position) {
    /** Returns an error for each reference to a rate that is not configured. */
    static List<Diagnostic> unknown(List<RateReference> references, ConfiguredNames rates) {
        return references.stream()
                .filter(reference -> !rates.mayHave(reference.name))
                .map(reference -> reference.unknown(rates))
                .toList();
    }

    private Diagnostic unknown(ConfiguredNames rates) {
        String near = NearestName.of(name, rates.names());
        return Diagnostic.error(
                position.file(),
                position.row(),
                position.column(),
                DiagnosticCode.UNKNOWN_RATE,
                "no rate " + name + " is configured: every request that comes to it would be refused",
                near != null ? "write " + near : "name it in the configuration: rates");
    }
}
