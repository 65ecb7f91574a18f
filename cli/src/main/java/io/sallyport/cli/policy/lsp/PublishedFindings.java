package io.sallyport.cli.policy.lsp;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Place;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.services.LanguageClient;
import org.jspecify.annotations.Nullable;

/** Tells a client what was found, and takes back what is no longer so. Safe for concurrent use. */
final class PublishedFindings {
    private static final String SOURCE = "sallyport";

    private final LanguageClient client;
    private final PositionUnit counted;
    private final Map<Path, Set<Path>> shown = new HashMap<>(); // by unit; guarded by this

    PublishedFindings(LanguageClient client, PositionUnit counted) {
        this.client = client;
        this.counted = counted;
    }

    /** Tells what was found in {@code unit}, and nothing of files in which nothing is found and that are not open. */
    synchronized void publish(Path unit, List<CheckedFile> files, List<OpenDocument> open) {
        Set<Path> before = shown.getOrDefault(unit, Set.of());
        Set<Path> now = new HashSet<>();
        for (CheckedFile file : files) {
            OpenDocument document = open(file.path(), open);
            if (document != null || !file.found().isEmpty()) {
                send(file.path(), document, translated(file));
                now.add(file.path());
            }
        }
        before.stream().filter(path -> !now.contains(path)).forEach(path -> send(path, open(path, open), List.of()));
        if (now.isEmpty()) {
            shown.remove(unit);
        } else {
            shown.put(unit, now);
        }
    }

    /** Tells that a document is not checked. */
    void refuse(String uri, String why) {
        var empty = new DocumentText("");
        var found = new org.eclipse.lsp4j.Diagnostic(
                empty.whole(counted), "not checked: " + why, DiagnosticSeverity.Warning, SOURCE);
        client.publishDiagnostics(new PublishDiagnosticsParams(uri, List.of(found)));
    }

    private static @Nullable OpenDocument open(Path path, List<OpenDocument> open) {
        return open.stream()
                .filter(document -> document.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    private void send(Path path, @Nullable OpenDocument document, List<org.eclipse.lsp4j.Diagnostic> found) {
        String uri = document == null ? path.toUri().toString() : document.uri();
        client.publishDiagnostics(
                document == null
                        ? new PublishDiagnosticsParams(uri, found)
                        : new PublishDiagnosticsParams(uri, found, document.version()));
    }

    private List<org.eclipse.lsp4j.Diagnostic> translated(CheckedFile file) {
        return file.found().stream()
                .map(diagnostic -> translated(diagnostic, file.text()))
                .toList();
    }

    private org.eclipse.lsp4j.Diagnostic translated(Diagnostic found, DocumentText text) {
        String help = found.help();
        return new org.eclipse.lsp4j.Diagnostic(
                text.range(new Place(found.line(), found.column()), counted),
                found.message() + (help == null ? "" : "\nhelp: " + help),
                switch (found.severity()) {
                    case ERROR -> DiagnosticSeverity.Error;
                    case WARNING -> DiagnosticSeverity.Warning;
                },
                SOURCE,
                found.code());
    }
}
