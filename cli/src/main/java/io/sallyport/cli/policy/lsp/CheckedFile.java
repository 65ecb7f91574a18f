package io.sallyport.cli.policy.lsp;

import io.sallyport.documents.Diagnostic;
import java.nio.file.Path;
import java.util.List;

/** A file and what is wrong with it; the places of the diagnostics count in {@code text}. Immutable. */
record CheckedFile(Path path, DocumentText text, List<Diagnostic> found) {
    CheckedFile {
        found = List.copyOf(found);
    }
}
