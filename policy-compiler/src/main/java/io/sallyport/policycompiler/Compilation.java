package io.sallyport.policycompiler;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/** What came of documents: a policy, or why there is none. */
public sealed interface Compilation<T> {
    /** It can be put in force; {@code diagnostics} are warnings. */
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

    /** Nobody knows: the compiler had no room for it. */
    record Unavailable<T>(String why) implements Compilation<T> {}
}
