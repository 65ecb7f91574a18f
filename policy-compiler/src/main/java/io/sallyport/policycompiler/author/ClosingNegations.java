package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
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
 * Finds negations in an author's plan that hold at every CONNECT because they negate an expression over a field that
 * only requests have: {@code not input.net.method == "GET"}. A deny after such a negation closes all tunnels to the
 * host, although the author usually means the requests inside. A body that reads such a field outside of a
 * negation, or asks for a rule that does, ends at a CONNECT, so nothing in it is reported. Used once.
 */
final class ClosingNegations {
    private final Map<String, PlannedFunction> functions = new HashMap<>();
    private final Map<String, Boolean> readers = new HashMap<>();
    private final Map<String, Boolean> ending = new HashMap<>();
    private final Set<Position> found = new LinkedHashSet<>();

    private ClosingNegations(Plan plan) {
        plan.functions().forEach(function -> functions.put(function.name(), function));
    }

    /** Returns a warning for each of them. */
    static List<Diagnostic> of(Plan plan) {
        var look = new ClosingNegations(plan);
        plan.functions().forEach(function -> {
            int input = function.parameters().getFirst();
            function.blocks().forEach(block -> look.walk(block, InputLocals.of(input), false));
        });
        return look.found.stream().map(ClosingNegations::warning).toList();
    }

    private void walk(Block block, InputLocals locals, boolean guarded) {
        boolean ends = guarded || endsAtConnect(block, locals.copy());
        for (Statement statement : block.statements()) {
            if (statement instanceof Statement.Not not && !ends && reads(locals.negated(not))) {
                found.add(not.position());
            }
            locals.within(statement).forEach(inner -> walk(inner.block(), inner.locals(), ends));
            locals.pass(statement);
        }
    }

    /** Returns whether one of the statements, before or behind a negation, is undefined at a CONNECT. */
    private boolean endsAtConnect(Block block, InputLocals locals) {
        for (Statement statement : block.statements()) {
            if (endsAtConnect(statement, locals)) {
                return true;
            }
            locals.pass(statement);
        }
        return false;
    }

    /** Returns whether the statement, or a rule that it asks for, is undefined at a CONNECT. */
    private boolean endsAtConnect(Statement statement, InputLocals locals) {
        return locals.endsAtConnect(statement)
                || (statement instanceof Statement.Call call
                        && locals.isOverInput(call)
                        && endsAtConnect(call.function()));
    }

    private boolean endsAtConnect(String name) {
        Boolean known = ending.get(name);
        PlannedFunction function = functions.get(name);
        if (known != null || function == null) {
            return known != null && known;
        }
        ending.put(name, false); // as below
        int input = function.parameters().getFirst();
        boolean ends =
                function.blocks().stream().allMatch(block -> givesNothingAtConnect(block, InputLocals.of(input)));
        ending.put(name, ends);
        return ends;
    }

    /** Returns whether the block is one body that ends at a CONNECT, or only hands on what bodies gave. */
    private boolean givesNothingAtConnect(Block block, InputLocals locals) {
        Statement first = block.statements().getFirst();
        if (first instanceof Statement.IsDefined || first instanceof Statement.ReturnLocal) {
            return true;
        }
        return endsAtConnect(block, locals);
    }

    /**
     * Returns whether the block, or a function that it calls, reads a field of requests outside a negation: a nested
     * negation would invert the effect again.
     */
    private boolean reads(InputLocals.Within within) {
        InputLocals locals = within.locals();
        for (Statement statement : within.block().statements()) {
            if (locals.isRequestField(statement)
                    || (statement instanceof Statement.Call call
                            && locals.isOverInput(call)
                            && isReader(call.function()))
                    || locals.within(statement).stream().anyMatch(this::reads)) {
                return true;
            }
            locals.pass(statement);
        }
        return false;
    }

    private boolean isReader(String name) {
        Boolean known = readers.get(name);
        PlannedFunction function = functions.get(name);
        if (known != null || function == null) {
            return known != null && known;
        }
        readers.put(name, false); // Rego has no recursion; the entry makes the search end if a plan has
        int input = function.parameters().getFirst();
        boolean reads = function.blocks().stream()
                .anyMatch(block -> reads(new InputLocals.Within(block, InputLocals.of(input))));
        readers.put(name, reads);
        return reads;
    }

    private static Diagnostic warning(Position at) {
        return Diagnostic.warning(
                at.file(),
                at.row(),
                at.column(),
                DiagnosticCode.HOLDS_AT_CONNECT,
                "this negation holds at every CONNECT, where the field it reads is not known: a deny behind it closes the host",
                "compare with != instead, or read the field before: method := input.net.method");
    }
}
