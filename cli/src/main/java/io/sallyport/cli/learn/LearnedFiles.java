package io.sallyport.cli.learn;

import io.sallyport.cli.command.CliException;
import io.sallyport.leasebridge.learn.LearnedDocument;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A learned document and its tests beside it, in a file whose name ends in {@code _test.rego}. Each is written under
 * another name first, so that it is there as a whole or not at all.
 *
 * @param replaces whether files that exist are replaced
 */
public record LearnedFiles(Path document, boolean replaces) {
    /** Returns the file of the tests. */
    public Path tests() {
        String name = String.valueOf(document.getFileName());
        int dot = name.lastIndexOf('.');
        return document.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + "_test.rego");
    }

    /**
     * Requires that both can be written.
     *
     * @throws CliException if a file exists that must not be replaced, or there is no folder for it
     */
    public void requireFree() throws CliException {
        Path folder = document.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(document)) {
            throw CliException.unusable(document + ": no file can be written there");
        }
        for (Path file : new Path[] {document, tests()}) {
            if (!replaces && Files.exists(file)) {
                throw exists(file);
            }
        }
    }

    /**
     * Writes both.
     *
     * @throws CliException if a file cannot be written
     */
    public void write(LearnedDocument learned) throws CliException {
        write(document, learned.text());
        write(tests(), learned.tests());
    }

    private void write(Path file, String text) throws CliException {
        try {
            Path aside = Files.createTempFile(file.toAbsolutePath().getParent(), ".learned", ".tmp");
            try {
                Files.writeString(aside, text);
                place(aside, file);
            } finally {
                Files.deleteIfExists(aside);
            }
        } catch (FileAlreadyExistsException _) {
            throw exists(file);
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be written: " + e.getMessage());
        }
    }

    private void place(Path aside, Path file) throws IOException {
        if (replaces) {
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.move(aside, file);
        }
    }

    private static CliException exists(Path file) {
        return CliException.unusable(file + ": exists (expected: another name, or --force)");
    }
}
