package io.sallyport.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that goes with all that is in it when it is closed. Only this process's user may look into it.
 *
 * @param err is told of what could not be removed
 */
record TemporaryFolder(Path path, PrintWriter err) implements AutoCloseable {
    static TemporaryFolder create(String name, PrintWriter err) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(name).toRealPath(), err);
    }

    /** What a command has closed to its own user stays, and is told of. */
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
