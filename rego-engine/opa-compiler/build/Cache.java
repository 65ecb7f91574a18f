import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that are slow to make, kept by the digest of what they are made from, outside of any working copy. A file is
 * written aside and renamed, so it is there whole or not at all; two builds that want the same one make it once.
 */
record Cache(Path folder) {
    private static final Duration UNUSED = Duration.ofDays(30);

    /** How the names of files begin that are removed when unused. */
    private static final List<String> KEPT = List.of("opa-compiler-", "fence-", "making");

    /** Makes a file at the path it is given. */
    interface Maker {
        void make(Path file) throws IOException, InterruptedException;
    }

    /** {@code SALLYPORT_BUILD_CACHE}, else {@code sallyport} in the user's cache folder. */
    static Cache ofUser() {
        return new Cache(
                Stream.of(fromEnvironment("SALLYPORT_BUILD_CACHE", ""), fromEnvironment("XDG_CACHE_HOME", "sallyport"))
                        .flatMap(Stream::ofNullable)
                        .findFirst()
                        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "sallyport"))
                        .toAbsolutePath());
    }

    private static Path fromEnvironment(String name, String below) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? null : Path.of(value, below);
    }

    /** The file of this name, made now if it is not there. */
    Path file(String name, Maker maker) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            makeAlone(file, maker);
        }
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        return file;
    }

    private void makeAlone(Path file, Maker maker) throws IOException, InterruptedException {
        Path lock = folder.resolve("lock");
        try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
            forgetUnused();
        }
    }

    private void forgetUnused() throws IOException {
        FileTime limit = FileTime.from(Instant.now().minus(UNUSED));
        List<Path> old;
        try (Stream<Path> files = Files.list(folder)) {
            old = files.filter(file -> isOlder(file, limit)).toList();
        }
        for (Path file : old) {
            Files.deleteIfExists(file);
        }
    }

    private static boolean isOlder(Path file, FileTime limit) {
        try {
            String name = file.getFileName().toString();
            return KEPT.stream().anyMatch(name::startsWith)
                    && Files.getLastModifiedTime(file).compareTo(limit) < 0;
        } catch (IOException _) {
            return false; // someone else removed it
        }
    }
}
