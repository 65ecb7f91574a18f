package io.sallyport.policycompiler.test;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/** The result of reading files. */
public sealed interface SourcesRead {
    record Accepted(TestSources sources) implements SourcesRead {}

    /** The files cannot be used; {@code diagnostics} has at least one entry. */
    record Rejected(List<Diagnostic> diagnostics) implements SourcesRead {
        public Rejected {
            diagnostics = List.copyOf(diagnostics);
        }
    }
}
