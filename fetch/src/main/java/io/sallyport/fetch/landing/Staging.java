package io.sallyport.fetch.landing;

import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A place that no sandbox writes to, where a skill or a file gets the modes it lands with, and where what landed for a
 * sandbox that ended is removed. Safe for concurrent use; may block.
 */
public final class Staging {
    private static final Logger LOG = LoggerFactory.getLogger(Staging.class);

    private final Path directory;
    private final Executables executables;
    private final LandingBounds bounds;
    private final FileStore disk;
    private final Executor remover;

    private Staging(Path directory, Executables executables, LandingBounds bounds, Executor remover)
            throws IOException {
        this.directory = directory;
        this.executables = executables;
        this.bounds = bounds;
        this.disk = Files.getFileStore(directory);
        this.remover = remover;
    }

    /**
     * A place; what is missing of it is made.
     *
     * @param bounds of all that lands by way of it
     * @param remover runs what may take long, a removal
     * @throws IOException where it cannot be made, or nothing could be moved from it
     */
    public static Staging open(Path directory, Executables executables, LandingBounds bounds, Executor remover)
            throws IOException {
        Path real = Files.createDirectories(directory).toRealPath();
        try (SecureDirectoryStream<Path> _ = OpenDirectories.open(real)) {
            return new Staging(real, executables, bounds, remover);
        } catch (AccessDeniedException e) {
            throw new IOException(real + ": not every directory on the way to it may be listed by this user", e);
        }
    }

    LandingBounds bounds() {
        return bounds;
    }

    /** Removes what a crash left; nobody else uses the place, and nothing is in it yet. */
    public void clear() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> left = all.toList();
            remover.execute(() -> left.forEach(this::removeLater));
        }
    }

    /** A copy of the name {@code name}, for any user to read, in a new directory that holds nothing else. */
    Path copy(CachedContent content, String name) throws IOException {
        Path copy = Files.createTempDirectory(directory, "").resolve(name);
        try {
            switch (content) {
                case CachedSkill skill -> write(skill, copy);
                case CachedFile file -> write(file, copy);
            }
            readable(own(copy));
            return copy;
        } catch (IOException | RuntimeException e) {
            remove(copy);
            throw e;
        }
    }

    /** The directory that was made for a copy. */
    static Path own(Path copy) {
        return Objects.requireNonNull(copy.getParent());
    }

    /** Removes a copy together with the directory that was made for it. */
    void remove(Path copy) throws IOException {
        DirectoryRemoval.of(own(copy));
    }

    /** Moves what landed out of sight, at once and as a whole; it is removed then. */
    void takeAway(Path landed) throws IOException {
        Path own = Files.createTempDirectory(directory, "");
        try {
            Files.move(landed, own.resolve("landed"), StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException _) {
            // nothing has landed
        } finally {
            remover.execute(() -> removeLater(own));
        }
    }

    private void removeLater(Path own) {
        try {
            DirectoryRemoval.of(own);
        } catch (IOException e) {
            LOG.warn("{} is not removed before the next start", own, e);
        }
    }

    private void write(CachedSkill skill, Path to) throws IOException {
        for (TreeEntry entry : skill.entries()) {
            Path file = to.resolve(entry.path().text());
            Path parent = file.getParent();
            Files.createDirectories(parent == null ? to : parent);
            write(skill.file(entry), file);
        }
    }

    private void write(CachedFile file, Path copy) throws IOException {
        if (disk.getUsableSpace() - file.bytes() < bounds.freeBytes()) {
            throw new IOException("less than " + bounds.freeBytes() + " bytes would be free on the disk");
        }
        try (OutputStream out = Files.newOutputStream(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.writeTo(out);
        }
        Files.setPosixFilePermissions(
                copy, PosixFilePermissions.fromString(isProgram(copy) ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private boolean isProgram(Path copy) throws IOException {
        try (InputStream in = Files.newInputStream(copy)) {
            return executables.isProgram(in.readNBytes(Executables.LOOKED_AT));
        }
    }

    private static void readable(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException fault) throws IOException {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
