package io.sallyport.gateway.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what a transfer has begun. Nothing is followed; what somebody put deeper into it than it was made is left. */
final class TreeRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(TreeRemoval.class);

    private TreeRemoval() {}

    /** Removes {@code name} of {@code in}, as far as it goes. */
    static void of(OpenFile in, String name, int depth) {
        try {
            remove(in, name, depth);
        } catch (NoSuchFileException _) {
            // it had not begun
        } catch (DirectoryIteratorException | IOException e) {
            LOG.warn("{} is left: {}", name, e.toString());
        }
    }

    private static void remove(OpenFile in, String name, int depth) throws IOException {
        try (OpenFile open = in.step(name)) {
            if (open.attributes().isDirectory() && depth > 0) {
                try (DirectoryStream<Path> all = Files.newDirectoryStream(open.path())) {
                    for (Path each : all) {
                        remove(open, String.valueOf(each.getFileName()), depth - 1);
                    }
                }
            }
        }
        Files.delete(in.path(name));
    }
}
