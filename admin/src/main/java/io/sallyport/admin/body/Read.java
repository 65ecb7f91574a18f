package io.sallyport.admin.body;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/** The result of reading a body. */
public sealed interface Read<T> {
    /** The body is valid. */
    record Good<T>(T value) implements Read<T> {}

    /** The body cannot be parsed: 400. */
    record Unreadable<T>(String code, String message) implements Read<T> {}

    /** The body can be parsed but is invalid: 422. */
    record Wrong<T>(List<Diagnostic> diagnostics) implements Read<T> {
        public Wrong {
            diagnostics = List.copyOf(diagnostics);
        }
    }
}
