package io.sallyport.cli.policy.lsp;

import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.services.WorkspaceService;
import org.jspecify.annotations.Nullable;

/** Takes notice of files that change on disk, where the client watches them. */
final class WatchedFilesService implements WorkspaceService {
    private volatile @Nullable EditedWorkspace workspace; // from initialize on

    void begin(EditedWorkspace edited) {
        workspace = edited;
    }

    @Override
    public void didChangeConfiguration(DidChangeConfigurationParams params) {
        // there is nothing to configure
    }

    @Override
    public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
        EditedWorkspace edited = workspace;
        if (edited != null) {
            params.getChanges().forEach(change -> edited.changedOnDisk(change.getUri()));
        }
    }
}
