package io.sallyport.cli.command;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads files that a command was given. */
public final class InputFiles {
    private InputFiles() {}

    /** The whole file; one that is no readable UTF-8 ends the command. */
    public static String text(Path file) throws CliException {
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

    /** The same; null where no file was named. */
    public static @Nullable String textOrNull(@Nullable Path file) throws CliException {
        return file == null ? null : text(file);
    }

    /** Files by their own names, which diagnostics quote. */
    public static Map<String, String> rego(List<Path> paths) throws CliException {
        var files = new TreeMap<String, String>();
        for (Path file : paths) {
            if (files.put(name(file), text(file)) != null) {
                throw CliException.unusable("two files are named " + name(file));
            }
        }
        return files;
    }

    /** The file's own name, which diagnostics quote. */
    public static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
