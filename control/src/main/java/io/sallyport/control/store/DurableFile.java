package io.sallyport.control.store;

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
public final class DurableFile {
    /** Suffix of the temporary file. One that a crash left behind is removed at the next start. */
    static final String UNFINISHED = ".unfinished";

    private DurableFile() {}

    static void write(Path file, byte[] content) throws StateException {
        try {
            replace(file, content);
        } catch (IOException e) {
            throw new StateException(file, "cannot be written", e);
        }
    }

    /** Replaces {@code file}, or creates it. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + UNFINISHED);
        writeSynced(beside, content);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(folder(file));
    }

    static void delete(Path file) throws StateException {
        try {
            if (Files.deleteIfExists(file)) {
                sync(folder(file));
            }
        } catch (IOException e) {
            throw new StateException(file, "cannot be deleted", e);
        }
    }

    private static void writeSynced(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static Path folder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("no folder above " + file);
        }
        return folder;
    }
}
