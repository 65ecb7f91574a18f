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

/** Reads the files given to a command. */
public final class InputFiles {
    private InputFiles() {}

    /** Returns the whole file; ends the command if it is not readable UTF-8. */
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

    /** Returns the whole file, or null if no file was named. */
    public static @Nullable String textOrNull(@Nullable Path file) throws CliException {
        return file == null ? null : text(file);
    }

    /** Returns files by their base names, which diagnostics quote. */
    public static Map<String, String> rego(List<Path> paths) throws CliException {
        var files = new TreeMap<String, String>();
        for (Path file : paths) {
            if (files.put(name(file), text(file)) != null) {
                throw CliException.unusable("two files are named " + name(file));
            }
        }
        return files;
    }

    /** Returns the file's base name, which diagnostics quote. */
    public static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
