package io.sallyport.apiservers.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what a transfer has begun. Nothing is followed; what somebody put into it beside, more or deeper than a
 * transfer may carry, is left. Confined to one call.
 */
final class TreeRemoval {
    private static final Logger LOG = LoggerFactory.getLogger(TreeRemoval.class);

    private int entries;

    private TreeRemoval(int entries) {
        this.entries = entries;
    }

    /** Removes {@code name} of {@code in}, as far as {@code bounds} go. */
    static void of(OpenFile in, String name, TransferBounds bounds) {
        try {
            new TreeRemoval(bounds.entries() + 1).remove(in, name, bounds.depth() + 1);
        } catch (NoSuchFileException _) {
            // it had not begun
        } catch (DirectoryIteratorException | IOException e) {
            LOG.warn("{} is left: {}", name, e.toString());
        }
    }

    private void remove(OpenFile in, String name, int depth) throws IOException {
        entries--;
        try (OpenFile open = in.step(name)) {
            if (open.attributes().isDirectory() && depth > 0) {
                try (DirectoryStream<Path> all = Files.newDirectoryStream(open.path())) {
                    for (Path each : all) {
                        if (entries <= 0) {
                            break;
                        }
                        remove(open, String.valueOf(each.getFileName()), depth - 1);
                    }
                }
            }
        }
        Files.delete(in.path(name));
    }
}
