package io.sallyport.fetch.cache;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Files and directories that only the gateway's user reads: 0600 and 0700. All of it may block. */
final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final long BLOCK_BYTES = 4096;

    private PrivateFiles() {}

    /** Makes {@code directory} and what is missing above it. */
    static void directories(Path directory) throws IOException {
        Files.createDirectories(directory, DIRECTORY);
    }

    /** A new directory with a name of its own. */
    static Path newDirectory(Path in) throws IOException {
        return Files.createTempDirectory(in, "", DIRECTORY);
    }

    /** A new file, on the disk when this returns. */
    static void write(Path file, byte[] content) throws IOException {
        try (FileChannel channel = create(file)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** A new file to be written; the caller closes it. */
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, NOFOLLOW_LINKS), FILE);
    }

    /** Puts the names in {@code directory} on the disk. */
    static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * The path of {@code name} below {@code directory}.
     *
     * @throws IOException where this machine's locale cannot write it
     */
    static Path below(Path directory, String name) throws IOException {
        try {
            return directory.resolve(name);
        } catch (InvalidPathException e) {
            throw new IOException("a name that the locale of the gateway cannot write (expected: a UTF-8 locale)", e);
        }
    }

    /** Lets the owner into {@code directory} again; false where he is in it already. */
    static boolean open(Path directory) throws IOException {
        Set<PosixFilePermission> own = PosixFilePermissions.fromString("rwx------");
        if (Files.getPosixFilePermissions(directory, NOFOLLOW_LINKS).containsAll(own)) {
            return false;
        }
        Files.setPosixFilePermissions(directory, own);
        return true;
    }

    /** What all of {@code directory} takes on the disk, in blocks; what cannot be looked at is left out. */
    static long size(Path directory) throws IOException {
        var bytes = new AtomicLong();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                bytes.addAndGet(BLOCK_BYTES);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes.addAndGet(Math.ceilDiv(attributes.size(), BLOCK_BYTES) * BLOCK_BYTES);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException fault) {
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes.get();
    }

    /** Removes all of it, no link followed; what is not there is removed already. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory, NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            // a directory that nobody may look into is its owner's all the same
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
                if (!(fault instanceof AccessDeniedException) || !Files.isDirectory(file, NOFOLLOW_LINKS)) {
                    throw fault;
                }
                if (!open(file)) {
                    throw fault;
                }
                delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException fault) throws IOException {
                if (fault != null) {
                    throw fault;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
