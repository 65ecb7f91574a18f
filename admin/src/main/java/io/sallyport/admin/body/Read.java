package io.sallyport.admin.body;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/** How reading a body ended. */
public sealed interface Read<T> {
    /** It is what it should be. */
    record Good<T>(T value) implements Read<T> {}

    /** It is not readable: 400. */
    record Unreadable<T>(String code, String message) implements Read<T> {}

    /** It is readable and wrong: 422. */
    record Wrong<T>(List<Diagnostic> diagnostics) implements Read<T> {
        public Wrong {
            diagnostics = List.copyOf(diagnostics);
        }
    }
}
