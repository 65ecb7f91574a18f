package io.sallyport.control.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the files of a state directory, and deletes those that nothing refers to. */
final class StateFiles {
    /** The extension of the files with one record. */
    static final String JSON = ".json";

    private StateFiles() {}

    /** Returns the files of a folder, by name. */
    static List<Path> list(Path folder) throws StateException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new StateException(folder, "cannot be listed", e);
        }
    }

    /** Returns the content of a file that was just listed. */
    static byte[] listed(Path file) throws StateException {
        byte[] bytes = bytes(file);
        if (bytes == null) {
            throw new StateException(file, "is gone");
        }
        return bytes;
    }

    /** Returns the form in {@code file}, or null if there is no such file. */
    static <T extends StateForms.Versioned> @Nullable T read(Path file, Class<T> type) throws StateException {
        byte[] bytes = bytes(file);
        return bytes == null ? null : StateForms.read(file, bytes, type);
    }

    /** Returns the content of a file, or null if there is none. */
    static byte @Nullable [] bytes(Path file) throws StateException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    /** Deletes the JSON files of a folder that are none of these, named without extension. */
    static void retain(Path folder, Set<String> ids) throws StateException {
        Set<String> names = ids.stream().map(id -> id + JSON).collect(Collectors.toSet());
        for (Path file : list(folder)) {
            if (!names.contains(file.getFileName().toString())) {
                DurableFile.delete(file);
            }
        }
    }
}
