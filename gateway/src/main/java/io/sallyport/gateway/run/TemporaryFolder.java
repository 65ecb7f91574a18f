package io.sallyport.gateway.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that goes with all that is in it when it is closed. Only this process's user may look into it. */
record TemporaryFolder(Path path) implements AutoCloseable {
    static TemporaryFolder create(String name) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(name));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> below = Files.walk(path)) {
            List<Path> deepestFirst = below.sorted(Comparator.reverseOrder()).toList();
            for (Path one : deepestFirst) {
                Files.delete(one);
            }
        }
    }
}
