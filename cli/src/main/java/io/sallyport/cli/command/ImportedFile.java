package io.sallyport.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file for what was imported from another product's document. */
public final class ImportedFile {
    private ImportedFile() {}

    /**
     * Writes the file anew.
     *
     * @throws CliException if it cannot be written
     */
    public static void write(Path file, String text) throws CliException {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be written: " + e.getMessage());
        }
    }
}
