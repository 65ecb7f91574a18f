package io.sallyport.policycompiler.test;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/** What came of reading files. */
public sealed interface SourcesRead {
    record Accepted(TestSources sources) implements SourcesRead {}

    /** {@code diagnostics} has at least one. */
    record Rejected(List<Diagnostic> diagnostics) implements SourcesRead {
        public Rejected {
            diagnostics = List.copyOf(diagnostics);
        }
    }
}
