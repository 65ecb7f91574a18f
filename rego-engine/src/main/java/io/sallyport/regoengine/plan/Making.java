package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoKind;
import org.jspecify.annotations.Nullable;

/** A statement that sets a local to a new collection, which others then add to. */
record Making(int local, RegoKind kind) {
    /** Null where {@code statement} is none. */
    static @Nullable Making of(Statement statement) {
        return switch (statement) {
            case Statement.MakeArray s -> new Making(s.target(), RegoKind.ARRAY);
            case Statement.MakeObject s -> new Making(s.target(), RegoKind.OBJECT);
            case Statement.MakeSet s -> new Making(s.target(), RegoKind.SET);
            default -> null;
        };
    }
}
