package io.sallyport.model.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replaces files as a whole: writes a temporary file next to the target, syncs it, renames it, then syncs the folder.
 * Mode 0600.
 */
public final class FileReplacement {
    /** Suffix of the temporary file. One that a crash left behind is removed at the next start. */
    public static final String UNFINISHED = ".unfinished";

    private FileReplacement() {}

    /** Returns the temporary file for {@code file}. */
    public static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** Replaces {@code file}, or creates it. */
    public static void replace(Path file, byte[] content) throws IOException {
        try (FileChannel channel = create(unfinished(file))) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
        finish(file);
    }

    /** Creates an empty file of mode 0600 in place of what {@code file} was before. */
    public static FileChannel create(Path file) throws IOException {
        Files.deleteIfExists(file);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return FileChannel.open(
                file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Gives the temporary file for {@code file}, which was synced, that name. */
    public static void finish(Path file) throws IOException {
        rename(unfinished(file), file);
    }

    /** Renames a file within its folder, in place of what had that name. */
    public static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolderOf(to);
    }

    /** Forces what was created, renamed or removed beside {@code file} to disk. */
    public static void syncFolderOf(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("no folder above " + file);
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
