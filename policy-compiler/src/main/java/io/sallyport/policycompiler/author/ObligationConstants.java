package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.text.Redactable;
import io.sallyport.regoengine.plan.Blocks;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the constants in the rules of the set {@code obligations}: the rates that they name, and values that nobody can
 * carry out. Locals are followed in order, as their numbers are used again. For one plan; confined to one thread.
 */
final class ObligationConstants {
    private final Map<Integer, List<String>> lists = new HashMap<>();
    private final Set<RateReference> rates = new LinkedHashSet<>();
    private final Set<Diagnostic> unmet = new LinkedHashSet<>();

    private ObligationConstants() {}

    /** Returns those of a plan; one that was rejected has none. */
    static ObligationConstants of(ParsedPlan parsed, String packagePath) {
        String name = "g0.data." + packagePath.replace('/', '.') + ".obligations";
        var found = new ObligationConstants();
        if (parsed instanceof ParsedPlan.Accepted(var plan)) {
            plan.functions().stream()
                    .filter(function -> function.name().equals(name))
                    .forEach(function -> Blocks.each(function.blocks(), found::look));
        }
        return found;
    }

    /** Returns the rates that are named. */
    List<RateReference> rates() {
        return List.copyOf(rates);
    }

    /** Returns an error for each value that refuses every request that comes to it. */
    List<Diagnostic> unmet() {
        return List.copyOf(unmet);
    }

    private void look(Statement statement) {
        switch (statement) {
            case Statement.MakeArray(int _, int target, Position _) -> lists.put(target, new ArrayList<>());
            case Statement.MakeSet(int target, Position _) -> lists.put(target, new ArrayList<>());
            case Statement.ArrayAppend(var value, int array, Position _) -> add(value, array);
            case Statement.SetAdd(var value, int set, Position _) -> add(value, set);
            case Statement.ObjectInsert(
                    Operand.Constant(RegoString key),
                    Operand.Constant(var value),
                    int _,
                    Position at) -> {
                switch (key.text()) {
                    case "rate" -> {
                        if (value instanceof RegoString rate) {
                            rates.add(new RateReference(rate.text(), at));
                        } else {
                            say(at, "a rate is no name", "write the name of a rate of the configuration");
                        }
                    }
                    case "redact" -> say(at, "redact is no list", "write [" + value + "]");
                    case "intercept" -> {
                        if (!value.equals(RegoBoolean.TRUE)) {
                            say(at, "intercept is not true", "write true, or leave it out");
                        }
                    }
                    default -> {}
                }
            }
            case Statement.ObjectInsert(Operand.Constant(RegoString key), Operand.Local(int list), int _, Position at)
            when key.text().equals("redact") ->
                lists.getOrDefault(list, List.of()).forEach(field -> redacted(field, at));
            default -> {}
        }
    }

    private void add(Operand value, int list) {
        if (value instanceof Operand.Constant(RegoString text)) {
            lists.computeIfAbsent(list, _ -> new ArrayList<>()).add(text.text());
        }
    }

    private void redacted(String field, Position at) {
        switch (Redactable.of(field)) {
            case YES -> {}
            case NO_FIELD ->
                say(
                        at,
                        "redact names no header field: " + RegoString.of(field),
                        "name header fields; bodies are sent as they are");
            case WRITTEN_ANEW ->
                say(at, "the field " + field + " cannot be taken out: it is part of every request", "leave it out");
        }
    }

    private void say(Position at, String what, String help) {
        unmet.add(Diagnostic.error(
                at.file(),
                at.row(),
                at.column(),
                DiagnosticCode.UNKNOWN_OBLIGATION,
                what + ": every request that comes to it would be refused",
                help));
    }
}
