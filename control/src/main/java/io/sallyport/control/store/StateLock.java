package io.sallyport.control.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The lock of a folder in which one gateway or fetch service at a time keeps its state. Held until {@link #close}. */
public final class StateLock implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;

    private StateLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of {@code folder}, which must exist.
     *
     * @param wait called while another process holds the lock
     */
    public static StateLock take(Path folder, LockWait wait) throws StateException {
        Path file = folder.resolve("lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            while (!locks(channel)) {
                if (!wait.again()) {
                    channel.close();
                    throw new StateException(file, "another gateway or fetch service uses this state directory");
                }
            }
            return new StateLock(file, channel);
        } catch (IOException e) {
            throw new StateException(file, "cannot be locked", e);
        }
    }

    private static boolean locks(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false; // held by this process, which counts like a lock of another process
        }
    }

    @Override
    public void close() throws StateException {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StateException(file, "cannot be released", e);
        }
    }
}
