package io.sallyport.regoengine.conformance;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cache of the build, by the rules of {@code opa-compiler/build/Cache.java}: a file is either complete or absent,
 * is created once, and is removed by the build if unused for a month (its name begins with {@code opa-compiler-}).
 */
final class BuildCache {
    private BuildCache() {}

    /** Creates a file at the given path. */
    interface Maker {
        void make(Path file) throws IOException, InterruptedException;
    }

    /** Returns the file of this name, which is created if it is missing. */
    static synchronized Path file(String name, Maker maker) throws IOException, InterruptedException {
        Path folder = folder();
        Files.createDirectories(folder);
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            makeAlone(folder, file, maker);
        }
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        return file;
    }

    private static void makeAlone(Path folder, Path file, Maker maker) throws IOException, InterruptedException {
        try (var channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            if (Files.exists(file)) {
                return;
            }
            Path aside = Files.createTempFile(folder, "making", ".tmp");
            try {
                maker.make(aside);
                Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(aside);
            }
        }
    }

    private static Path folder() {
        return Stream.of(fromEnvironment("SALLYPORT_BUILD_CACHE", ""), fromEnvironment("XDG_CACHE_HOME", "sallyport"))
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "sallyport"));
    }

    private static @Nullable Path fromEnvironment(String name, String below) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? null : Path.of(value, below);
    }
}
