package io.sallyport.cli.policy.lsp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks what is due, one unit at a time. Runs on a thread of its own, until that is interrupted. */
final class CheckLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CheckLoop.class);

    private final EditedWorkspace workspace;
    private final RegoCheck rego;
    private final DocumentCheck documents;
    private final InstantSource wall;

    CheckLoop(EditedWorkspace workspace, RegoCheck rego, DocumentCheck documents, InstantSource wall) {
        this.workspace = workspace;
        this.rego = rego;
        this.documents = documents;
        this.wall = wall;
    }

    @Override
    public void run() {
        try {
            while (true) {
                attempt(workspace.schedule().take());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A defect in the check of one text must not end those of the others. */
    private void attempt(Path unit) {
        try {
            check(unit);
        } catch (RuntimeException e) {
            LOG.warn("{} is not checked", unit, e);
        }
    }

    /** Checks a unit, unless nothing of it is open; a result that is no longer of the newest texts is dropped. */
    void check(Path unit) {
        List<OpenDocument> open = workspace.opened(unit);
        List<CheckedFile> checked = open.isEmpty() ? List.of() : checked(unit, open);
        if (workspace.documents().areNewest(open)) {
            workspace.findings().publish(unit, checked, open);
        }
    }

    private List<CheckedFile> checked(Path unit, List<OpenDocument> open) {
        boolean isRego = Files.isDirectory(unit) || open.getFirst().isRego();
        if (isRego) {
            return rego.check(RegoUnit.read(unit, workspace.files(), open), wall.instant());
        }
        return open.stream()
                .flatMap(document -> DocumentKind.of(
                                document.path(), document.text().text())
                        .stream()
                        .map(kind -> documents.check(document, kind, wall.instant())))
                .toList();
    }
}
