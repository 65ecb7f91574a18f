package io.sallyport.gateway.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads files that a command was given. */
final class InputFiles {
    private InputFiles() {}

    static String text(Path file) throws CliException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException _) {
            throw CliException.unusable(file + ": no such file");
        } catch (CharacterCodingException _) {
            throw CliException.unusable(file + ": not UTF-8");
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be read: " + e.getMessage());
        }
    }

    static @Nullable String textOrNull(@Nullable Path file) throws CliException {
        return file == null ? null : text(file);
    }

    /** The file's own name, which diagnostics quote. */
    static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
