package io.sallyport.apiservers;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folders with all that is in them; no link is followed. */
public final class FolderTrees {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private FolderTrees() {}

    /**
     * Deletes {@code root}, where it is there, also what its owner has closed to himself.
     *
     * @throws IOException the first of what cannot be deleted; all else is
     */
    public static void delete(Path root) throws IOException {
        List<IOException> failures = new ArrayList<>();
        if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            delete(root, failures);
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    /** A run's tree is as deep as a path may be long, so some thousands of calls. */
    private static void delete(Path file, List<IOException> failures) {
        try {
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                deleteBelow(file, failures);
            }
            Files.deleteIfExists(file);
        } catch (NoSuchFileException _) {
            return; // somebody else was first
        } catch (DirectoryIteratorException e) {
            keepFirst(failures, new IOException(e.getMessage(), e));
        } catch (IOException e) {
            keepFirst(failures, e);
        }
    }

    private static void deleteBelow(Path folder, List<IOException> failures) throws IOException {
        open(folder);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                delete(file, failures);
            }
        }
    }

    private static void open(Path folder) throws IOException {
        Set<PosixFilePermission> may = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        if (!may.containsAll(OWNER)) {
            Files.setPosixFilePermissions(folder, OWNER);
        }
    }

    private static void keepFirst(List<IOException> failures, IOException failure) {
        if (failures.isEmpty()) {
            failures.add(failure);
        }
    }

    /** What its files hold, bytes; what is deleted meanwhile or cannot be looked into holds nothing. */
    public static long bytes(Path root) throws IOException {
        var counting = new Counting();
        Files.walkFileTree(root, counting);
        return counting.bytes;
    }

    private static final class Counting extends SimpleFileVisitor<Path> {
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.isRegularFile() ? attributes.size() : 0;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
