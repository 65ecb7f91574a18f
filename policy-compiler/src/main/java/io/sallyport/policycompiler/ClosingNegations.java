package io.sallyport.policycompiler;

import io.sallyport.model.Diagnostic;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds negations in an author's plan that hold at every CONNECT, since what they negate reads a field that only a request
 * has: {@code not input.net.method == "GET"}. A deny behind one closes the host's tunnels for good, where the author
 * mostly meant the requests inside. A field that is read before, in the open, ends the rule at a CONNECT, and nothing
 * behind it is told of. Confined to one look.
 */
final class ClosingNegations {
    private final Map<String, PlannedFunction> functions = new HashMap<>();
    private final Map<String, Boolean> readers = new HashMap<>();
    private final Set<Position> found = new LinkedHashSet<>();

    private ClosingNegations(Plan plan) {
        plan.functions().forEach(function -> functions.put(function.name(), function));
    }

    /** A warning for each of them. */
    static List<Diagnostic> of(Plan plan) {
        var look = new ClosingNegations(plan);
        plan.functions().forEach(function -> {
            var locals = new InputLocals(function.parameters().getFirst());
            function.blocks().forEach(block -> look.walk(block, locals, false));
        });
        return look.found.stream().map(ClosingNegations::warning).toList();
    }

    private void walk(Block block, InputLocals locals, boolean guarded) {
        boolean ends = guarded;
        for (Statement statement : block.statements()) {
            ends |= locals.endsAtConnect(statement);
            if (statement instanceof Statement.Not(var negated, var position)) {
                if (!ends && reads(negated, locals)) {
                    found.add(position);
                }
            } else {
                boolean behind = ends;
                locals.blocksOf(statement).forEach(inner -> walk(inner, locals, behind));
            }
        }
    }

    /** Whether the block, or what it calls, reads a field of requests in the open: what it negates itself turns round again. */
    private boolean reads(Block block, InputLocals locals) {
        for (Statement statement : block.statements()) {
            if (locals.isRequestField(statement)
                    || (statement instanceof Statement.Call call && isReader(call.function()))
                    || locals.blocksOf(statement).stream().anyMatch(inner -> reads(inner, locals))) {
                return true;
            }
        }
        return false;
    }

    private boolean isReader(String name) {
        Boolean known = readers.get(name);
        PlannedFunction function = functions.get(name);
        if (known != null || function == null) {
            return known != null && known;
        }
        readers.put(name, false); // Rego has no recursion; a plan that had would end here
        var locals = new InputLocals(function.parameters().getFirst());
        boolean reads = function.blocks().stream().anyMatch(block -> reads(block, locals));
        readers.put(name, reads);
        return reads;
    }

    private static Diagnostic warning(Position at) {
        return Diagnostic.warning(
                at.file(),
                at.row(),
                at.column(),
                "HOLDS_AT_CONNECT",
                "this negation holds at every CONNECT, where the field it reads is not known: a deny behind it closes the host",
                "compare with != instead, or read the field before: method := input.net.method");
    }
}
