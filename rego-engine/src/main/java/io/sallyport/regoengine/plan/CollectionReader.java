package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds collections of constants in the statements of one block. Used for one block, confined to one thread. */
final class CollectionReader {
    /** The maximum nesting of collections. */
    private static final int MAX_DEPTH = 16;

    private final List<Statement> statements;
    private final Predicate<CollectionStart> wanted;
    private final UnaryOperator<RegoValue> shared;
    private final Map<Integer, Integer> taken;

    private final List<Statement> changed = new ArrayList<>();
    private final Map<Integer, RegoValue> constants = new HashMap<>();
    private final Set<Integer> open = new HashSet<>();
    private int at;

    /**
     * Creates a reader of {@code statements}.
     *
     * @param wanted which collections become constants
     * @param shared returns the value to use in place of an equal one
     * @param taken receives how many statements that add to each local have become part of a constant
     */
    CollectionReader(
            List<Statement> statements,
            Predicate<CollectionStart> wanted,
            UnaryOperator<RegoValue> shared,
            Map<Integer, Integer> taken) {
        this.statements = statements;
        this.wanted = wanted;
        this.shared = shared;
        this.taken = taken;
    }

    /** Returns the statements, with each collection found in place of the statements that built it. */
    List<Statement> changed() {
        while (at < statements.size()) {
            constants.clear();
            if (!collection()) {
                changed.add(statements.get(at++));
            }
        }
        return changed;
    }

    /** Reads a collection if one begins here. Statements in between that set locals to constants are kept, after it. */
    private boolean collection() {
        Statement first = statements.get(at);
        CollectionStart making = CollectionStart.of(first);
        if (making == null || open.size() == MAX_DEPTH || open.contains(making.local()) || !wanted.test(making)) {
            return false;
        }
        int place = changed.size();
        at++;
        open.add(making.local());
        RegoValue value = shared.apply(elements(making));
        open.remove(making.local());
        changed.add(place, new Statement.AssignVar(new Operand.Constant(value), making.local(), first.position()));
        constants.put(making.local(), value);
        return true;
    }

    /** Continues as long as statements add constants to the collection, or build what is to be added. */
    private RegoValue elements(CollectionStart making) {
        List<RegoValue> elements = new ArrayList<>();
        taken.putIfAbsent(making.local(), 0);
        boolean goesOn = true;
        while (goesOn) {
            goesOn = at < statements.size() && (isScalar() || collection() || isAdded(making, elements));
        }
        return value(making.kind(), elements);
    }

    private boolean isScalar() {
        Statement statement = statements.get(at);
        RegoValue scalar = switch (statement) {
            case Statement.AssignInt s -> RegoNumber.of(s.value());
            case Statement.MakeNumber s -> s.value();
            case Statement.MakeNull _ -> RegoNull.NULL;
            default -> null;
        };
        if (scalar == null || open.contains(Targets.of(statement).getFirst())) {
            return false;
        }
        constants.put(Targets.of(statement).getFirst(), scalar);
        changed.add(statement);
        at++;
        return true;
    }

    private boolean isAdded(CollectionStart making, List<RegoValue> elements) {
        Addition addition = Addition.of(statements.get(at));
        if (addition == null
                || addition.local() != making.local()
                || addition.kind() != making.kind()
                || addition.mayConflict()) {
            return false;
        }
        List<RegoValue> parts = new ArrayList<>();
        for (Operand part : addition.parts()) {
            RegoValue value = constant(part);
            if (value == null) {
                return false;
            }
            parts.add(value);
        }
        elements.addAll(parts);
        taken.merge(making.local(), 1, Integer::sum);
        at++;
        return true;
    }

    private @Nullable RegoValue constant(Operand operand) {
        return switch (operand) {
            case Operand.Constant(var value) -> value;
            case Operand.Local(int number) -> open.contains(number) ? null : constants.get(number);
        };
    }

    private static RegoValue value(RegoKind kind, List<RegoValue> elements) {
        return switch (kind) {
            case ARRAY -> RegoArray.of(elements);
            case SET -> RegoSet.of(elements);
            default -> object(elements);
        };
    }

    /** Returns an object of alternating keys and values. */
    private static RegoValue object(List<RegoValue> elements) {
        EntryObject object = RegoObject.growing();
        for (int i = 0; i < elements.size(); i += 2) {
            object.put(elements.get(i), elements.get(i + 1));
        }
        return object.sealed();
    }
}
