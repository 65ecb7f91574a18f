package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that adds to the collection in a local.
 *
 * @param parts the element, or key and value
 * @param mayConflict whether another value at the key fails the evaluation
 */
record Addition(int local, RegoKind kind, List<Operand> parts, boolean mayConflict) {
    /** Returns null if {@code statement} is of another kind. */
    static @Nullable Addition of(Statement statement) {
        return switch (statement) {
            case Statement.ArrayAppend s -> new Addition(s.array(), RegoKind.ARRAY, List.of(s.value()), false);
            case Statement.SetAdd s -> new Addition(s.set(), RegoKind.SET, List.of(s.value()), false);
            case Statement.ObjectInsert s ->
                new Addition(s.object(), RegoKind.OBJECT, List.of(s.key(), s.value()), false);
            case Statement.ObjectInsertOnce s ->
                new Addition(s.object(), RegoKind.OBJECT, List.of(s.key(), s.value()), true);
            default -> null;
        };
    }
}
