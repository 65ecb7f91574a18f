package io.sallyport.control.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The lock of a folder that one gateway, or one fetch service, at a time keeps its state in. Held until {@link #close}. */
public final class StateLock implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;

    private StateLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of {@code folder}, which exists.
     *
     * @param wait asked as long as another process has it
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
            return false; // held by this very process: taken, like one held by another
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
