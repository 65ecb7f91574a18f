package io.sallyport.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory that is deleted with its content on close. Only this process's user can read it.
 *
 * @param err receives a message about what could not be deleted
 */
public record TemporaryFolder(Path path, PrintWriter err) implements AutoCloseable {
    /** Creates one below the folder for temporary files, whose name begins with {@code name}. */
    public static TemporaryFolder create(String name, PrintWriter err) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(name).toRealPath(), err);
    }

    /** Deletes the directory; reports what remains because the command made it inaccessible to its own user. */
    @Override
    public void close() {
        try (Stream<Path> below = Files.walk(path)) {
            List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
            for (Path one : deepestFirst) {
                Files.delete(one);
            }
        } catch (IOException | UncheckedIOException e) {
            err.println("sallyport: " + path + " could not be removed: " + e.getMessage());
        }
    }
}
