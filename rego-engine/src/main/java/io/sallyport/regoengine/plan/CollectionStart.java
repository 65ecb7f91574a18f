package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoKind;
import org.jspecify.annotations.Nullable;

/** A statement that sets a local to a new collection, to which others then add. */
record CollectionStart(int local, RegoKind kind) {
    /** Returns null if {@code statement} is of another kind. */
    static @Nullable CollectionStart of(Statement statement) {
        return switch (statement) {
            case Statement.MakeArray s -> new CollectionStart(s.target(), RegoKind.ARRAY);
            case Statement.MakeObject s -> new CollectionStart(s.target(), RegoKind.OBJECT);
            case Statement.MakeSet s -> new CollectionStart(s.target(), RegoKind.SET);
            default -> null;
        };
    }
}
