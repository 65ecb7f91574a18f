package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.plan.Blocks;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;

/** The name of a rate that a rule of the set {@code obligations} has as a constant. Immutable. */
record RateReference(String name, Position position) {
    private static final RegoValue RATE = RegoString.of("rate");

    /** Returns those of the functions below {@code packagePath}, each once. */
    static List<RateReference> of(Plan plan, String packagePath) {
        String name = "g0.data." + packagePath.replace('/', '.') + ".obligations";
        List<RateReference> found = new ArrayList<>();
        for (PlannedFunction function : plan.functions()) {
            if (function.name().equals(name)) {
                Blocks.each(function.blocks(), statement -> {
                    if (statement instanceof Statement.ObjectInsert(var key, var value, int _, var position)
                            && isRate(key)
                            && value instanceof Operand.Constant(RegoString text)) {
                        found.add(new RateReference(text.text(), position));
                    }
                });
            }
        }
        return found.stream().distinct().toList();
    }

    private static boolean isRate(Operand key) {
        return key instanceof Operand.Constant(RegoValue value) && value.equals(RATE);
    }

    /** Returns an error for each reference to a rate that is not configured. */
    static List<Diagnostic> unknown(List<RateReference> references, RateNames rates) {
        return references.stream()
                .filter(reference -> !rates.mayHave(reference.name))
                .map(reference -> reference.unknown(rates))
                .toList();
    }

    private Diagnostic unknown(RateNames rates) {
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
