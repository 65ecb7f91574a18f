package io.sallyport.policycompiler;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/** The result of compiling documents. */
public sealed interface Compilation<T> {
    /** The policy can be put into force; {@code diagnostics} are warnings. */
    record Ready<T>(T value, List<Diagnostic> diagnostics) implements Compilation<T> {
        public Ready {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** The documents are wrong; at least one diagnostic is an error. */
    record Refused<T>(List<Diagnostic> diagnostics) implements Compilation<T> {
        public Refused {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** The result is unknown, because the compiler had no capacity. */
    record Unavailable<T>(String why) implements Compilation<T> {}
}
