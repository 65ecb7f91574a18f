package io.sallyport.control.store;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the state, replaced or deleted as a whole, on disk when the call returns. Mode 0600. */
final class DurableFile {
    private DurableFile() {}

    static void write(Path file, byte[] content) throws StateException {
        try {
            FileReplacement.replace(file, content);
        } catch (IOException e) {
            throw new StateException(file, "cannot be written", e);
        }
    }

    static void delete(Path file) throws StateException {
        try {
            if (Files.deleteIfExists(file)) {
                FileReplacement.syncFolderOf(file);
            }
        } catch (IOException e) {
            throw new StateException(file, "cannot be deleted", e);
        }
    }
}
