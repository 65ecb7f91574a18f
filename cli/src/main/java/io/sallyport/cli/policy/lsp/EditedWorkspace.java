package io.sallyport.cli.policy.lsp;

import java.nio.file.Path;
import java.util.List;

/**
 * What one client edits: its folders, its open documents and what is to be checked. Safe for concurrent use.
 *
 * @param counted the unit of its positions
 */
record EditedWorkspace(
        WorkspaceFiles files,
        OpenDocuments documents,
        CheckSchedule schedule,
        PublishedFindings findings,
        PositionUnit counted) {
    private static final String DATA_FILE = "data.json";

    /** Returns what is checked together with a file. */
    Path unitOf(Path file) {
        boolean isOfRego = file.toString().endsWith(".rego") || file.endsWith(DATA_FILE);
        return isOfRego ? files.unitOf(file) : file;
    }

    /** Takes a new text of a document; other schemes than {@code file} are not read. */
    void changed(String uri, int version, String text) {
        Path path = OpenDocuments.path(uri);
        if (path == null) {
            return;
        }
        if (documents.put(uri, path, version, text) == null) {
            findings.refuse(
                    uri,
                    "more than " + OpenDocuments.MAX_LENGTH + " characters, or " + OpenDocuments.MAX_DOCUMENTS
                            + " documents are open");
            return;
        }
        schedule.changed(unitOf(path));
    }

    /** Forgets a document; what is on disk counts again. */
    void closed(String uri) {
        Path path = OpenDocuments.path(uri);
        if (path != null) {
            documents.close(uri);
            schedule.changed(unitOf(path));
        }
    }

    /** Checks again what is open in the unit of a file that changed on disk. */
    void changedOnDisk(String uri) {
        Path path = OpenDocuments.path(uri);
        if (path != null && !opened(unitOf(path)).isEmpty()) {
            schedule.changed(unitOf(path));
        }
    }

    /** Returns the open documents of a unit. */
    List<OpenDocument> opened(Path unit) {
        return documents.all().stream()
                .filter(document -> unitOf(document.path()).equals(unit))
                .toList();
    }
}
