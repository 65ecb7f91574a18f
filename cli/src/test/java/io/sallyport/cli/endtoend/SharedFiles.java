package io.sallyport.cli.endtoend;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Files that test JVMs make once, side by side: one makes a file while others wait, and none sees a part of it.
 * Confined to one thread of each JVM.
 */
record SharedFiles(Path folder) {
    /** Writes the contents of a file. */
    interface Content {
        void write(Path file) throws IOException;
    }

    /** Returns the file of that name, after making it if there is none. */
    Path file(String name, Content content) throws IOException {
        Files.createDirectories(folder);
        try (var channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            Path file = folder.resolve(name);
            if (!Files.exists(file)) {
                Path part = folder.resolve(name + ".part");
                content.write(part);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return file;
        }
    }
}
